import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '@overlook/shared/messages';
import { api } from '../../../api/client.ts';
import { failureOf } from '../../../api/failure.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ErrorState } from '../../../ui/feedback/state-message.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';

const TITLE = 'Turn on two-factor authentication';
const FORM_ID = 'enrol-two-factor';

/** Sets the second factor up: the secret for the app, a first code to prove it, then the recovery codes, once. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const enrolment = useQuery({
    queryKey: ['two-factor enrolment'],
    // Each asks for a new secret, so it is asked for once and kept nowhere.
    queryFn: () => api.auth.enrolTwoFactor.mutate(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { form, failure, isBusy, field, submit } = useForm({
    initial: { code: '' },
    clearsOnSave: true,
    check: ({ code }) => (code.trim() === '' ? { code: MESSAGES['auth.codeRequired'] } : {}),
    save: async (values) => setRecoveryCodes((await api.auth.confirmTwoFactor.mutate(values)).recoveryCodes),
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />;
  return (
    <Modal
      title={TITLE}
      onClose={onClose}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" size="l" type="submit" form={FORM_ID} disabled={!enrolment.data} isBusy={isBusy}>
            Turn on
          </Button>
        </>
      }
    >
      {enrolment.isError && (
        <ErrorState
          icon={CloudOff}
          title={MESSAGES['account.updateFailed']}
          reason={failureOf(enrolment.error).longMessage}
          isRetrying={enrolment.isFetching}
          onRetry={() => void enrolment.refetch()}
        />
      )}
      {enrolment.data && (
        <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <p>Scan this with your authenticator app, or enter the key below by hand.</p>
          <img src={enrolment.data.qr} alt="QR code for the authenticator app" className={css.qr} />
          <code className={css.secret}>{enrolment.data.secret}</code>
          <FormFailure failure={failure} />
          <TextField
            label="Code from the app"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...field('code')}
          />
        </form>
      )}
    </Modal>
  );
}
