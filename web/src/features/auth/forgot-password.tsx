import { type FormEvent, useState } from 'react';
import { AUTH_MESSAGES, COMMON_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import { isEmail } from '@overlook/shared/format';
import type { Theme } from '../../state/theme.ts';
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { showToast } from '../../state/toasts.ts';
import css from './forgot-password.module.css';
import { api } from '../../api/client.ts';

type Flow = 'idle' | 'error' | 'loading' | 'failed';

/** The forgot-password modal: idle, error, loading, then back to the login screen or failed (specification §4). */
export function ForgotPassword({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [flow, setFlow] = useState<Flow>('idle');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim().toLowerCase();
    if (!isEmail(address)) return setFlow('error');
    setFlow('loading');
    if (!(await requestPasswordReset(address))) return setFlow('failed');
    showToast(AUTH_STEPS_MESSAGES['auth.resetSent'], 'success');
    onClose();
  };
  if (flow === 'failed') {
    const [title, text] = [AUTH_STEPS_MESSAGES['auth.systemErrorTitle'], AUTH_STEPS_MESSAGES['auth.systemError']];
    return <AlertDialog title={title} text={text} theme={theme} onClose={() => setFlow('idle')} />;
  }
  return (
    <Modal
      title={AUTH_MESSAGES['auth.forgotPassword']}
      theme={theme}
      onClose={onClose}
      actions={
        <>
          <Button tone="ghost" size="l" onClick={onClose}>
            {COMMON_MESSAGES['common.cancel']}
          </Button>
          <Button tone="primary" size="l" type="submit" form="forgot-password" isBusy={flow === 'loading'}>
            {AUTH_STEPS_MESSAGES['auth.sendEMail']}
          </Button>
        </>
      }
    >
      <form id="forgot-password" className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{AUTH_STEPS_MESSAGES['auth.resetIntro']}</p>
        <TextField
          label={COMMON_MESSAGES['common.email']}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={flow === 'error' ? AUTH_MESSAGES['auth.emailInvalid'] : null}
          onChange={(value) => {
            setEmail(value);
            setFlow('idle');
          }}
        />
      </form>
    </Modal>
  );
}

/**
 * Asks for an e-mail with a reset link (specification §7 "forgotpassword"). False when the server did not accept the
 * request, for any reason: the answer must not tell whether the account exists.
 */
async function requestPasswordReset(email: string): Promise<boolean> {
  try {
    await api.auth.forgotPassword.mutate({ email });
    return true;
  } catch {
    return false;
  }
}
