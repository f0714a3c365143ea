import { type ReactNode, useState } from 'react';
import { AUTH_MESSAGES, COMMON_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { checkCode } from '../../parts/two-factor/use-authenticator-setup.ts';
import { SignInAlert } from './sign-in-alert.tsx';
import { orStartAgain } from './sign-in-step.ts';
import type { LaterStepProps } from './later-step-props.ts';
import css from './login-form.module.css';

const APP_CODE = {
  label: AUTH_STEPS_MESSAGES['auth.code'],
  hint: AUTH_STEPS_MESSAGES['auth.enterCodeAuthenticatorApp'],
  input: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  other: AUTH_STEPS_MESSAGES['auth.useARecoveryCode'],
} as const;

const RECOVERY_CODE = {
  label: AUTH_STEPS_MESSAGES['auth.recoveryCode'],
  hint: AUTH_STEPS_MESSAGES['auth.enterOneRecoveryCodes'],
  input: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
  other: AUTH_STEPS_MESSAGES['auth.useTheAuthenticatorApp'],
} as const;

type Kind = typeof APP_CODE | typeof RECOVERY_CODE;

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeStep(props: LaterStepProps) {
  const [kind, setKind] = useState<Kind>(APP_CODE);
  return (
    // Mounted again for the other kind of code: its field takes the focus, and messages about the first are removed.
    <CodeForm key={kind.label} kind={kind} {...props}>
      <Button tone="ghost" size="l" onClick={() => setKind(kind === APP_CODE ? RECOVERY_CODE : APP_CODE)}>
        {kind.other}
      </Button>
      <Button tone="ghost" size="l" onClick={() => props.onStartAgain()}>
        {AUTH_MESSAGES['auth.backToSignIn']}
      </Button>
    </CodeForm>
  );
}

interface CodeFormProps extends LaterStepProps {
  kind: Kind;
  /** The ways round it. */
  children: ReactNode;
}

function CodeForm({ kind, challenge, onAnswer, onStartAgain, children }: CodeFormProps) {
  const { form, errors, failure, isBusy, field, submit } = useForm({
    initial: { code: '' },
    check: checkCode,
    save: async ({ code }) =>
      onAnswer(await orStartAgain(api.auth.twoFactor.mutate({ challenge, code: code.trim() }), onStartAgain)),
  });
  return (
    <form
      ref={form}
      className={css.step}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="second-step"
    >
      <h1 id="second-step" className={css.title}>
        {AUTH_MESSAGES['auth.twoFactorAuthentication']}
      </h1>
      <p id="second-step-hint">{kind.hint}</p>
      <TextField
        label={kind.label}
        size="xl"
        autoFocus
        aria-describedby="second-step-hint"
        {...kind.input}
        {...field('code')}
      />
      <Button type="submit" tone="primary" size="xl" isBusy={isBusy}>
        {COMMON_MESSAGES['common.continue']}
      </Button>
      {failure && !errors.code && <SignInAlert>{sentenceOf(failure)}</SignInAlert>}
      {children}
    </form>
  );
}
