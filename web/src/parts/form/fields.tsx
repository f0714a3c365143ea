import type { ReactNode } from 'react';
import css from './form.module.css';

/** Fields of a form, two beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>;
}

/** A field as wide as both columns. */
export function WholeField({ children }: { children: ReactNode }) {
  return <div className={css.whole}>{children}</div>;
}
