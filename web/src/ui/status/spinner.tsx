import css from './spinner.module.css';

/** Something is being waited for. It appears after 200 ms, so that a quick answer does not flicker. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden />;
}
