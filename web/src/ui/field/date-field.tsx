import type { ReactNode } from 'react';
import { dateText, dateTimeText } from '@overlook/shared/format';
import { TextField, type TextFieldProps } from './text-field.tsx';
import css from './date-field.module.css';

/** A day with its label. While it is not typed in, it is written as everywhere else: browsers order its parts by their own language. */
export const DateField = ({ inputEnd, ...props }: Omit<TextFieldProps, 'type'>) => (
  <div className={css.date}>
    <TextField
      {...props}
      type="date"
      inputEnd={
        <>
          <WrittenDate value={props.value} />
          {inputEnd}
        </>
      }
    />
  </div>
);

/** Around an input of a date without a label of its own, and its `WrittenDate`. */
export const DateFrame = ({ children }: { children: ReactNode }) => (
  <span className={`${css.date} ${css.frame}`}>{children}</span>
);

/** The value of a date input, "2026-12-28" or "2026-12-28T10:30" in local time, as text over its input; `empty` where it has none. */
export function WrittenDate({ value, empty }: { value: string; empty?: string }) {
  const isDay = !value.includes('T');
  const date = new Date(isDay ? `${value}T00:00` : value);
  const written = isDay ? dateText : dateTimeText;
  const text = Number.isNaN(date.getTime()) ? empty : written(date);
  if (text === undefined) return null;
  return (
    <span className={css.written} aria-hidden>
      {text}
    </span>
  );
}
