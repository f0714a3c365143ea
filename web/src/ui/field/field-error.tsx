import { CircleAlert } from 'lucide-react';
import css from './field-error.module.css';

/** The error under a field; the field refers to it by `aria-describedby`. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className={css.error}>
    <CircleAlert size={14} strokeWidth={2} aria-hidden className={css.icon} />
    {children}
  </p>
);
