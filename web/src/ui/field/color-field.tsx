import { ColorButton } from '../color-picker/color-button.tsx';
import css from './color-field.module.css';

interface ColorFieldProps {
  label: string;
  /** #rrggbb */
  value: string;
  resetTo: string;
  onChange: (color: string) => void;
}

/** A colour as a swatch with its hex value; the swatch opens the picker. */
export function ColorField({ label, value, resetTo, onChange }: ColorFieldProps) {
  return (
    <div className={css.field}>
      <span className={css.label} aria-hidden>
        {label}
      </span>
      <span className={css.box}>
        <ColorButton
          label={`${label}, ${value.toUpperCase()}`}
          title={label}
          className={css.swatch!}
          placement="left top"
          value={value}
          resetTo={resetTo}
          onChange={onChange}
        />
        <span className={css.hex} aria-hidden>
          {value.toUpperCase()}
        </span>
      </span>
    </div>
  );
}
