import type { Theme } from '../../state/theme.ts';
import { lazyPart } from '../../parts/lazy-part/lazy-part.tsx';
import { LoginForm } from './login-form.tsx';
import type { SignIn } from './use-sign-in.ts';
import { useSingleSignOn } from './use-single-sign-on.ts';

const AlertDialog = lazyPart(async () => (await import('../../ui/dialog/alert-dialog.tsx')).AlertDialog);
const CodeStep = lazyPart(async () => (await import('./code-step.tsx')).CodeStep);
const EnrolStep = lazyPart(async () => (await import('./enrol-step.tsx')).EnrolStep);

/** Preloads the components of the later steps. */
export function preloadSignInSteps(): void {
  void AlertDialog.preload();
  void CodeStep.preload();
}

interface SignInStepsProps {
  signIn: SignIn;
  theme: Theme;
  /** Called when a password is sent, so that the next part can be loaded at the same time. */
  onStarted: () => void;
  onForgotPassword: () => void;
}

/** E-mail and password or single sign-on, then the further steps. */
export function SignInSteps({ signIn, theme, onStarted, onForgotPassword }: SignInStepsProps) {
  const { step, email, setEmail, follow, startAgain } = signIn;
  const singleSignOn = useSingleSignOn();
  if (step.status !== 'credentials') {
    const Step = step.status === 'two_factor' ? CodeStep : EnrolStep;
    return <Step challenge={step.challenge} theme={theme} onAnswer={follow} onStartAgain={startAgain} />;
  }
  return (
    <>
      <LoginForm
        initialEmail={email}
        onStarted={() => {
          startAgain();
          onStarted();
        }}
        onAnswer={(answer, typed) => {
          setEmail(typed);
          follow(answer);
        }}
        onForgotPassword={() => {
          startAgain();
          singleSignOn.dismiss();
          onForgotPassword();
        }}
        onSingleSignOn={singleSignOn.start}
        outsideError={singleSignOn.error ?? step.notice}
      />
      {singleSignOn.alert && <AlertDialog {...singleSignOn.alert} theme={theme} onClose={singleSignOn.dismiss} />}
    </>
  );
}
