import { useState } from 'react';
import { ACCOUNT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { AuthenticatorSetup } from '../../../../parts/two-factor/authenticator-setup.tsx';
import { RecoveryCodes } from '../../../../parts/two-factor/recovery-codes.tsx';
import { useAuthenticatorSetup } from '../../../../parts/two-factor/use-authenticator-setup.ts';

const FORM_ID = 'enrol-two-factor';

/** Sets the second factor up: the secret for the app, a first code to prove it, then the recovery codes, once. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const { enrolment, form } = useAuthenticatorSetup({
    begin: () => api.auth.enrolTwoFactor.mutate(),
    confirm: async (values) => setRecoveryCodes((await api.auth.confirmTwoFactor.mutate(values)).recoveryCodes),
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />;
  return (
    <Modal
      title={ACCOUNT_MESSAGES['account.turnTwoFactorAuthentication']}
      onClose={onClose}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            {COMMON_MESSAGES['common.cancel']}
          </Button>
          <Button tone="primary" size="l" type="submit" form={FORM_ID} disabled={!enrolment.data} isBusy={form.isBusy}>
            {ACCOUNT_MESSAGES['account.turnOn']}
          </Button>
        </>
      }
    >
      <AuthenticatorSetup id={FORM_ID} enrolment={enrolment} form={form} />
    </Modal>
  );
}
