import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import { preferences } from '../state/preferences.ts';
import css from './splash.module.css';

/** The page while there is nothing to show, with the ground that the last opening had. */
export function Splash({ children }: { children?: ReactNode }) {
  const ground = preferences.openingGround;
  return (
    <main className={css.splash}>
      {ground && <img src={ground.image} alt="" className={css.ground} />}
      {children ?? <Logo className={css.logo} />}
    </main>
  );
}
