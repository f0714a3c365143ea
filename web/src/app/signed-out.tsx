import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { SignInSteps } from '../features/auth/sign-in-steps.tsx';
import { useInstance } from '../features/auth/use-instance.ts';
import { useSignIn } from '../features/auth/use-sign-in.ts';
import { useTheme } from '../state/theme.ts';
import { useDocumentTitle } from './document-title.ts';

const ForgotPassword = lazy(async () => ({
  default: (await import('../features/auth/forgot-password.tsx')).ForgotPassword,
}));
const FORGOT_PASSWORD = '/forgotpassword';

const STEP_TITLES = {
  credentials: 'Login',
  two_factor: 'Two-factor authentication',
  enrol_two_factor: 'Set up two-factor authentication',
} as const;

/** Everything before sign-in. Any other address shows the login screen and is kept for afterwards. */
export function SignedOut({ onSignInStarted }: { onSignInStarted: () => void }) {
  const [path, navigate] = useLocation();
  const instance = useInstance();
  const theme = useTheme();
  const signIn = useSignIn();
  const isForgotten = path === FORGOT_PASSWORD;
  useDocumentTitle(isForgotten ? 'Forgot password' : STEP_TITLES[signIn.step.status], instance.productName);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    return () => void delete document.documentElement.dataset['theme'];
  }, [theme]);
  return (
    <>
      <LoginScreen instance={instance}>
        <SignInSteps
          signIn={signIn}
          theme={theme}
          onStarted={onSignInStarted}
          onForgotPassword={() => navigate(FORGOT_PASSWORD)}
        />
      </LoginScreen>
      {isForgotten && (
        <Suspense fallback={null}>
          <ForgotPassword theme={theme} onClose={() => navigate('/')} />
        </Suspense>
      )}
    </>
  );
}
