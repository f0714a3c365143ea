import type { LucideIcon } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';
import css from './text-field.module.css';
import labelled from './labelled.module.css';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size' | 'onChange'> {
  label: string;
  /** The label is for screen readers only; for a search field whose icon is sufficient. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  size?: 'm' | 'l' | 'xl';
  /** The sentence under the field, and its danger ring. */
  error?: string | null;
  icon?: LucideIcon;
  /** Beside the label, at its end. */
  labelEnd?: ReactNode;
  /** Inside the field, at its end. */
  inputEnd?: ReactNode;
}

/** A line of text with its label, and its error below it. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden = false, onChange, size = 'l', error, icon: Icon, labelEnd, inputEnd, ...input } = props;
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={labelled.column}>
      <div className={isLabelHidden ? 'visually-hidden' : css.labelRow}>
        <label htmlFor={id} className={labelled.label}>
          {label}
        </label>
        {labelEnd}
      </div>
      <div className={classNames(css.box, css[size], error && css.invalid)}>
        {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden className={css.icon} />}
        <input
          {...input}
          id={id}
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : input['aria-describedby']}
          onChange={(event) => onChange(event.target.value)}
        />
        {inputEnd}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
