import { type ComponentPropsWithRef, useId } from 'react';
import { FieldError } from './field-error.tsx';
import labelled from './labelled.module.css';
import own from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The sentence under the field, and its danger ring. */
  error?: string | null;
}

/** Text of several lines with its label. */
export function TextArea({ label, onChange, error, ...props }: TextAreaProps) {
  const id = useId();
  return (
    <div className={labelled.column}>
      <label htmlFor={id} className={labelled.label}>
        {label}
      </label>
      <textarea
        rows={3}
        {...props}
        id={id}
        className={own.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
