import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { FORGOT_PASSWORD, signInAddress } from '../features/auth/sign-in-address.ts';
import { preloadSignInSteps, SignInSteps } from '../features/auth/sign-in-steps.tsx';
import { useInstance } from '../features/auth/use-instance.ts';
import { useSignIn } from '../features/auth/use-sign-in.ts';
import { useHasSession } from '../state/session.ts';
import { useTheme } from '../state/theme.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { useDocumentTitle } from './document-title.ts';

const ForgotPassword = lazyPart(async () => (await import('../features/auth/forgot-password.tsx')).ForgotPassword);
const ResetPassword = lazyPart(async () => (await import('../features/auth/reset-password.tsx')).ResetPassword);
const Exchange = lazyPart(async () => (await import('../features/auth/exchange.tsx')).Exchange);

/**
 * Loads the code that may be needed from here on, including the dialogs about failures, and then the code for after
 * sign-in.
 */
function preloadParts(): void {
  void ForgotPassword.preload();
  preloadSignInSteps();
  void import('./prepare-viewer.ts').then(({ prepareViewer }) => prepareViewer());
}

const TITLES = {
  forgotten: AUTH_MESSAGES['auth.forgotPassword'],
  reset: AUTH_MESSAGES['auth.setANewPassword'],
  exchange: AUTH_MESSAGES['auth.signingIn'],
  credentials: AUTH_MESSAGES['auth.login'],
  two_factor: AUTH_MESSAGES['auth.twoFactorAuthentication'],
  enrol_two_factor: AUTH_MESSAGES['auth.setUpTwoFactor'],
} as const;

/**
 * Everything before sign-in, and the links that work for those who are signed in too. Any other address shows the login
 * screen and is kept for afterwards.
 */
export function SignedOut({ onSignInStarted }: { onSignInStarted: () => void }) {
  const [path, navigate] = useLocation();
  const instance = useInstance();
  const theme = useTheme();
  const signIn = useSignIn();
  const hasSession = useHasSession();
  const address = signInAddress(path);
  useDocumentTitle(TITLES[address?.screen ?? signIn.step.status], instance.productName);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    return () => void delete document.documentElement.dataset['theme'];
  }, [theme]);
  useEffect(() => whenIdle(preloadParts), []);
  const forgotPassword = () => navigate(FORGOT_PASSWORD);
  const leaveLink = () => navigate('/', { replace: true });
  const leaving = {
    closeLabel: hasSession ? AUTH_MESSAGES['auth.backMainView'] : AUTH_MESSAGES['auth.backToSignIn'],
    onClose: leaveLink,
  };
  return (
    <LoginScreen instance={instance}>
      {address?.screen === 'reset' ? (
        <ResetPassword token={address.token} theme={theme} onForgotPassword={forgotPassword} {...leaving} />
      ) : address?.screen === 'exchange' ? (
        <Exchange {...address} onAnswer={(answer) => signIn.replaceSession(answer, leaveLink)} {...leaving} />
      ) : (
        <SignInSteps signIn={signIn} theme={theme} onStarted={onSignInStarted} onForgotPassword={forgotPassword} />
      )}
      {address?.screen === 'forgotten' && <ForgotPassword theme={theme} onClose={() => navigate('/')} />}
    </LoginScreen>
  );
}
