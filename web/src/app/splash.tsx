import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import css from './splash.module.css';

/** The page while there is nothing to show. */
export function Splash({ children }: { children?: ReactNode }) {
  return <main className={css.splash}>{children ?? <Logo className={css.logo} />}</main>;
}
