import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './form.module.css';

/** Fields of a form, two beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>;
}

/** A field as wide as both columns. */
export function WholeField({ children }: { children: ReactNode }) {
  return <div className={css.whole}>{children}</div>;
}

/** The buttons under a form, the primary one first: it is next in line after the last field. */
export function FormButtons({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(css.buttons, className)}>{children}</div>;
}
