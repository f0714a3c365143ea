import { AUTH_MESSAGES, ACCOUNT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { PasswordField } from '../../../../ui/field/password-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { useForm } from '../../../../parts/form/use-form.ts';
import { checkCode } from '../../../../parts/two-factor/use-authenticator-setup.ts';
import { showToast } from '../../../../state/toasts.ts';
import css from './security.module.css';

const FORM_ID = 'disable-two-factor';

/** Turns the second factor off, for a user who has both factors. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const { form, failure, isBusy, field, submit } = useForm({
    initial: { password: '', code: '' },
    clearsOnSave: true,
    check: ({ password, code }) => ({
      ...(password === '' && { password: AUTH_MESSAGES['auth.passwordRequired'] }),
      ...checkCode({ code }),
    }),
    save: async (values) => {
      await api.auth.disableTwoFactor.mutate(values);
      showToast(ACCOUNT_MESSAGES['account.updated'], 'success');
      onClose();
    },
  });
  return (
    <Modal
      title={ACCOUNT_MESSAGES['account.turnOffTwoFactor']}
      onClose={onClose}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            {COMMON_MESSAGES['common.cancel']}
          </Button>
          <Button tone="danger" size="l" type="submit" form={FORM_ID} isBusy={isBusy}>
            {ACCOUNT_MESSAGES['account.turnOff']}
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{ACCOUNT_MESSAGES['account.passwordAloneEnoughSign']}</p>
        <FormFailure failure={failure} />
        <PasswordField
          label={ACCOUNT_MESSAGES['account.password']}
          autoComplete="current-password"
          autoFocus
          {...field('password')}
        />
        <TextField label={ACCOUNT_MESSAGES['account.code']} autoComplete="one-time-code" {...field('code')} />
      </form>
    </Modal>
  );
}
