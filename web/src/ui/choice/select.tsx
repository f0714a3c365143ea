import { ChevronDown } from 'lucide-react';
import css from './select.module.css';

interface SelectProps<Value extends string> {
  label: string;
  options: readonly { readonly key: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a list, in a line of text. The browser's own list opens: it is a combo box by role and right on phones. */
export function Select<Value extends string>({ label, options, value, onChange }: SelectProps<Value>) {
  return (
    <span className={css.select}>
      <select
        aria-label={label}
        data-tooltip={label}
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
}
