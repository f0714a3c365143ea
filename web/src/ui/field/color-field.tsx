import { useId } from 'react';
import css from './color-field.module.css';

interface ColorFieldProps {
  label: string;
  /** #rrggbb */
  value: string;
  onChange: (color: string) => void;
}

/** A colour as a swatch with its hex value; the browser's own picker chooses another. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.box}>
        <input
          id={id}
          type="color"
          value={value}
          className={css.swatch}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className={css.hex} aria-hidden>
          {value.toUpperCase()}
        </span>
      </span>
    </div>
  );
}
