import { CircleAlert } from 'lucide-react';
import css from './field-error.module.css';

/** The sentence under a field that cannot be taken as it is; the field names it by `aria-describedby`. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className={css.error}>
    <CircleAlert size={14} strokeWidth={2} aria-hidden className={css.icon} />
    {children}
  </p>
);
