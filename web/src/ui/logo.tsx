import { classNames } from './class-names.ts';
import css from './logo.module.css';

/** The mark of the product. It is decorative, because the name is beside it or in the title. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={classNames(css.logo, className)} aria-hidden>
      <path d="M12 2.8 20.5 7.6v8.8L12 21.2 3.5 16.4V7.6z" className={css.line} />
      <path d="M3.8 16.2 12 11.6l8.2 4.6" className={css.thin} />
      <circle cx="12" cy="8.4" r="1.9" className={css.dot} />
    </svg>
  );
}
