import type { LucideIcon } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

interface IconSwitchProps {
  icon: LucideIcon;
  label: string;
  keys?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** An icon that is either on or off: a switch by role. */
export function IconSwitch({ icon, label, keys, isOn, isDisabled = false, onChange }: IconSwitchProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      {...(keys === undefined ? {} : { keys })}
      role="switch"
      aria-checked={isOn}
      isOn={isOn}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
    />
  );
}
