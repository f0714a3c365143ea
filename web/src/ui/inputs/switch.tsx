import { type ComponentPropsWithRef, useId } from 'react';
import { classNames } from '../class-names.ts';
import css from './switch.module.css';

interface SwitchProps {
  label: string;
  /** What being on means. */
  hint?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off and changes immediately, with its label beside it. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={css.row}>
      <span className={css.words}>
        <span id={id} className={css.label}>
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
      <SwitchTrack
        isOn={isOn}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        disabled={isDisabled}
        onChange={onChange}
      />
    </div>
  );
}

interface SwitchTrackProps extends Omit<ComponentPropsWithRef<'button'>, 'onChange'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** The switch without a label, for a row that has the name. */
export function SwitchTrack({ isOn, onChange, className, ...props }: SwitchTrackProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      {...props}
      className={classNames(css.track, className)}
      onClick={() => onChange(!isOn)}
    >
      <span className={css.thumb} />
    </button>
  );
}
