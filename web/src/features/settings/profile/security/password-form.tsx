import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { useMutation } from '@tanstack/react-query';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { PasswordField } from '../../../../ui/field/password-field.tsx';
import { Fields, WholeField } from '../../../../parts/form/fields.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { useForm } from '../../../../parts/form/use-form.ts';
import { showToast } from '../../../../state/toasts.ts';
import { checkPassword, type PasswordValues } from './check-password.ts';
import css from './security.module.css';

const EMPTY: PasswordValues = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

/** Changes one's own password. */
export function PasswordForm() {
  const change = useMutation(
    procedures.auth.setPassword.mutationOptions({ meta: { failureText: ACCOUNT_MESSAGES['account.updateFailed'] } }),
  );
  const { form, failure, isBusy, field, submit } = useForm<PasswordValues>({
    initial: EMPTY,
    clearsOnSave: true,
    check: checkPassword,
    save: async (values) => {
      await change.mutateAsync(values);
      showToast(ACCOUNT_MESSAGES['account.passwordUpdated'], 'success');
      void queryClient.invalidateQueries(procedures.auth.sessions.queryFilter());
    },
  });
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <FormFailure failure={failure} />
      <Fields>
        <WholeField>
          <PasswordField
            label={ACCOUNT_MESSAGES['account.currentPassword']}
            autoComplete="current-password"
            {...field('oldPassword')}
          />
        </WholeField>
        <PasswordField
          label={ACCOUNT_MESSAGES['account.newPassword']}
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <PasswordField
          label={ACCOUNT_MESSAGES['account.confirmNewPassword']}
          autoComplete="new-password"
          {...field('confirmNewPassword')}
        />
      </Fields>
      <Button type="submit" tone="primary" size="l" className={css.save} isBusy={isBusy}>
        {ACCOUNT_MESSAGES['account.changePassword']}
      </Button>
    </form>
  );
}
