import { lazy, Suspense } from 'react';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { useTheme } from '../../state/theme.ts';
import { Logo } from '../../ui/logo.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginPicture } from './login-picture.tsx';
import type { LoginInstance } from './use-instance.ts';
import { useSingleSignOn } from './use-single-sign-on.ts';
import css from './login-screen.module.css';

const AlertDialog = lazy(() =>
  import('../../ui/dialog/alert-dialog.tsx').then((module) => ({ default: module.AlertDialog })),
);

interface LoginScreenProps {
  instance: LoginInstance;
  /** Called when a password is on its way, so that what comes after it can be loaded meanwhile. */
  onSignInStarted: () => void;
  onForgotPassword: () => void;
}

/** The screen shown whenever no session is stored (specification §2). */
export function LoginScreen({ instance, onSignInStarted, onForgotPassword }: LoginScreenProps) {
  const theme = useTheme();
  const singleSignOn = useSingleSignOn();
  return (
    <div className={css.screen}>
      <main className={css.pane}>
        <p className={css.brand}>
          <Logo />
          {instance.productName}
        </p>
        <LoginForm
          onStarted={onSignInStarted}
          onForgotPassword={onForgotPassword}
          onSingleSignOn={singleSignOn.start}
          outsideError={singleSignOn.error}
        />
        <p className={css.version}>{instance.version}</p>
      </main>
      <LoginPicture />
      {singleSignOn.isUnavailable && (
        <Suspense fallback={null}>
          <AlertDialog
            title={AUTH_MESSAGES['auth.ssoUnavailableTitle']}
            text={AUTH_MESSAGES['auth.ssoUnavailable']}
            theme={theme}
            onClose={singleSignOn.dismiss}
          />
        </Suspense>
      )}
    </div>
  );
}
