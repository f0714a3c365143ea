import { useMutation } from '@tanstack/react-query';
import { ADMIN_MESSAGES, ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Fields } from '../../../parts/form/fields.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { type FieldErrors, useForm } from '../../../parts/form/use-form.ts';
import { showToast } from '../../../state/toasts.ts';
import css from './profile.module.css';

interface Names {
  firstName: string;
  lastName: string;
}

function check({ firstName, lastName }: Names): FieldErrors<Names> {
  return {
    ...(firstName.trim() === '' && { firstName: ADMIN_MESSAGES['user.firstNameRequired'] }),
    ...(lastName.trim() === '' && { lastName: ADMIN_MESSAGES['user.lastNameRequired'] }),
  };
}

/** One's own first and last name (specification §2 "/settings/profile/account"). */
export function AccountForm() {
  const { user } = useSignedIn();
  const update = useMutation(
    procedures.auth.updateAccount.mutationOptions({ meta: { failureText: ACCOUNT_MESSAGES['account.updateFailed'] } }),
  );
  const { form, failure, isBusy, isDirty, field, submit } = useForm<Names>({
    initial: { firstName: user.firstName, lastName: user.lastName },
    check,
    save: async (names) => {
      await update.mutateAsync(names);
      showToast(ACCOUNT_MESSAGES['account.updated'], 'success');
      void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
    },
  });
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <FormFailure failure={failure} />
      <Fields>
        <TextField label={ACCOUNT_MESSAGES['account.firstName']} autoComplete="given-name" {...field('firstName')} />
        <TextField label={ACCOUNT_MESSAGES['account.lastName']} autoComplete="family-name" {...field('lastName')} />
      </Fields>
      <Button type="submit" tone="primary" size="l" className={css.save} disabled={!isDirty} isBusy={isBusy}>
        {ACCOUNT_MESSAGES['account.saveAccount']}
      </Button>
    </form>
  );
}
