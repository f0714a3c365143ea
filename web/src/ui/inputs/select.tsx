import { ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import labelled from '../field/labelled.module.css';
import css from './select.module.css';

interface SelectProps<Value extends string> {
  label: string;
  options: readonly { readonly key: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** 'text' is part of a line of text, 'field' a field of a form with its label above. */
  variant?: 'text' | 'field';
}

/** One of a list. The browser's own list opens: it is a combo box by role and right on phones. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  variant = 'text',
}: SelectProps<Value>) {
  const isField = variant === 'field';
  const box = (
    <span className={classNames(css.select, isField && css.box)}>
      <select
        aria-label={label}
        data-tooltip={isField ? undefined : label}
        className={css.control}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.key} value={option.key} className={css.option}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={css.chevron} />
    </span>
  );
  if (!isField) return box;
  return (
    <div className={labelled.column}>
      <span className={labelled.label} aria-hidden>
        {label}
      </span>
      {box}
    </div>
  );
}
