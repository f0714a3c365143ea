import { CloudOff } from 'lucide-react';
import { SIGN_IN_REFUSALS, ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { failureOf, sentenceOf } from '../../api/failure.ts';
import { ErrorState } from '../../ui/status/state-message.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import type { useAuthenticatorSetup } from './use-authenticator-setup.ts';
import css from './two-factor.module.css';

interface AuthenticatorSetupProps extends ReturnType<typeof useAuthenticatorSetup> {
  /** Of the form, for a button outside it. */
  id: string;
  size?: 'l' | 'xl';
}

/** The secret for an authenticator app, as a picture and as text, and the field for a first code from it. */
export function AuthenticatorSetup({ id, size = 'l', enrolment, form }: AuthenticatorSetupProps) {
  const { form: element, failure, field, submit } = form;
  if (enrolment.isError)
    return (
      <ErrorState
        icon={CloudOff}
        title={SIGN_IN_REFUSALS['auth.setupFailed']}
        reason={sentenceOf(failureOf(enrolment.error))}
        isRetrying={enrolment.isFetching}
        onRetry={() => void enrolment.refetch()}
      />
    );
  if (!enrolment.data)
    return (
      <div className={css.form} role="status" aria-label={ACCOUNT_MESSAGES['account.fetchingTheKey']}>
        <Skeleton className={css.qr} />
      </div>
    );
  return (
    <form ref={element} id={id} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{ACCOUNT_MESSAGES['account.scanAuthenticatorAppEnter']}</p>
      <img src={enrolment.data.qr} alt={ACCOUNT_MESSAGES['account.qrCodeAuthenticatorApp']} className={css.qr} />
      {/* In groups, as people type it; copied it is without gaps, for these are no characters. */}
      <code className={css.secret}>
        {enrolment.data.secret.match(/.{1,4}/g)?.map((group, index) => (
          <span key={index} className={css.group}>
            {group}
          </span>
        ))}
      </code>
      <FormFailure failure={failure} />
      <TextField
        label={ACCOUNT_MESSAGES['account.codeFromTheApp']}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        size={size}
        {...field('code')}
      />
    </form>
  );
}
