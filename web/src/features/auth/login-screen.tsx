import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { LoginPicture } from './login-picture.tsx';
import type { LoginInstance } from './use-instance.ts';
import css from './login-screen.module.css';

/** The frame of every step of signing in (specification §2): name, version, picture. */
export function LoginScreen({ instance, children }: { instance: LoginInstance; children: ReactNode }) {
  return (
    <div className={css.screen}>
      <main className={css.pane}>
        <p className={css.brand}>
          <Logo />
          {instance.productName}
        </p>
        {children}
        <p className={css.version}>{instance.version}</p>
      </main>
      <LoginPicture />
    </div>
  );
}
