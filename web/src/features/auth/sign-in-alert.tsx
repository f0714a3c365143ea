import { CircleAlert } from 'lucide-react';
import css from './login-form.module.css';

/** The reason why signing in cannot continue, while it applies. */
export function SignInAlert({ children }: { children: string }) {
  return (
    <p className={css.error} role="alert">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className={css.errorIcon} />
      {children}
    </p>
  );
}
