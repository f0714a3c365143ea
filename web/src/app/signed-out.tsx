import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { useInstance } from '../features/auth/use-instance.ts';
import { useTheme } from '../state/theme.ts';
import { useDocumentTitle } from './document-title.ts';

const ForgotPassword = lazy(async () => ({
  default: (await import('../features/auth/forgot-password.tsx')).ForgotPassword,
}));
const FORGOT_PASSWORD = '/forgotpassword';

/** Everything before sign-in. Any other address shows the login screen and is kept for afterwards. */
export function SignedOut({ onSignInStarted }: { onSignInStarted: () => void }) {
  const [path, navigate] = useLocation();
  const instance = useInstance();
  const theme = useTheme();
  const isForgotten = path === FORGOT_PASSWORD;
  useDocumentTitle(isForgotten ? 'Forgot password' : 'Login', instance.productName);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    return () => void delete document.documentElement.dataset['theme'];
  }, [theme]);
  return (
    <>
      <LoginScreen
        instance={instance}
        onSignInStarted={onSignInStarted}
        onForgotPassword={() => navigate(FORGOT_PASSWORD)}
      />
      {isForgotten && (
        <Suspense fallback={null}>
          <ForgotPassword theme={theme} onClose={() => navigate('/')} />
        </Suspense>
      )}
    </>
  );
}
