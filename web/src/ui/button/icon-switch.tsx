import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from './icon-button.tsx';

interface IconSwitchProps {
  icon: LucideIcon;
  label: string;
  keys?: string;
  size?: 'm' | 'l';
  isOn: boolean;
  isDisabled?: boolean;
  /** Why it cannot be switched now; it can still get the focus and shows the reason in its tooltip. */
  disabledReason?: string | null;
  onChange: (isOn: boolean) => void;
}

/** An icon that is either on or off: a switch by role. */
export function IconSwitch(props: IconSwitchProps) {
  const { icon, label, keys, size = 'm', isOn, isDisabled = false, disabledReason = null, onChange } = props;
  const reasonId = useId();
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        size={size}
        {...(keys === undefined ? {} : { keys })}
        role="switch"
        aria-checked={isOn}
        isOn={isOn}
        disabled={isDisabled}
        onClick={() => disabledReason === null && onChange(!isOn)}
        {...(disabledReason !== null && {
          'aria-disabled': true,
          'aria-describedby': reasonId,
          'data-tooltip': disabledReason,
          'data-keys': undefined,
        })}
      />
      {disabledReason !== null && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
