import { useState } from 'react';
import { AUTH_MESSAGES, ACCOUNT_MESSAGES, COMMON_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import { openApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { leaveSession } from '../../api/sign-out.ts';
import type { Theme } from '../../state/theme.ts';
import { Button } from '../../ui/button/button.tsx';
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { showToast } from '../../state/toasts.ts';
import { checkReset, NO_TOKEN, type ResetProblem, resetProblem } from './check-reset.ts';
import { SignInAlert } from './sign-in-alert.tsx';
import css from './login-form.module.css';

interface ResetPasswordProps {
  /** Of the link; empty where it has none. */
  token: string;
  theme: Theme;
  onForgotPassword: () => void;
  /** On the button that leads away. */
  closeLabel: string;
  onClose: () => void;
}

/** The set-new-password screen (specification §2). It ends the session of a signed-in user, who then signs in again. */
export function ResetPassword(props: ResetPasswordProps) {
  const { token, theme, onForgotPassword, closeLabel, onClose } = props;
  const [problem, setProblem] = useState<ResetProblem | null>(token === '' ? NO_TOKEN : null);
  const [hasFailed, setFailed] = useState(false);
  const { form, isBusy, field, submit } = useForm({
    initial: { email: '', password: '' },
    check: checkReset,
    save: async ({ email, password }) => {
      setProblem(null);
      try {
        const address = email.trim().toLowerCase();
        await openApi.auth.resetPassword.mutate({ email: address, password, passwordResetToken: token });
      } catch (error) {
        const found = resetProblem(failureOf(error));
        setProblem(found);
        setFailed(found.kind !== 'field');
        throw error;
      }
      await leaveSession();
      showToast(ACCOUNT_MESSAGES['account.passwordReset'], 'success');
      onClose();
    },
  });
  return (
    <>
      <form ref={form} className={css.step} noValidate onSubmit={(event) => void submit(event)}>
        <h1 className={css.title}>{AUTH_MESSAGES['auth.setANewPassword']}</h1>
        {token !== '' && (
          <>
            <TextField
              label={COMMON_MESSAGES['common.email']}
              type="email"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              autoFocus
              size="xl"
              {...field('email')}
            />
            <PasswordField
              label={AUTH_STEPS_MESSAGES['auth.newPassword']}
              autoComplete="new-password"
              size="xl"
              {...field('password')}
            />
            <Button type="submit" tone="primary" size="xl" isBusy={isBusy}>
              {AUTH_MESSAGES['auth.setPassword']}
            </Button>
          </>
        )}
        {problem && 'text' in problem && <SignInAlert>{problem.text}</SignInAlert>}
        {problem?.kind === 'link' && (
          <Button size="xl" onClick={onForgotPassword}>
            {AUTH_STEPS_MESSAGES['auth.askNewLink']}
          </Button>
        )}
        <Button tone="ghost" size="l" onClick={onClose}>
          {closeLabel}
        </Button>
      </form>
      {hasFailed && (
        <AlertDialog
          title={AUTH_STEPS_MESSAGES['auth.systemErrorTitle']}
          text={AUTH_STEPS_MESSAGES['auth.systemError']}
          theme={theme}
          onClose={() => setFailed(false)}
        />
      )}
    </>
  );
}
