import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { SignInAnswer } from '@overlook/shared/schemas';
import { AUTH_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../ui/button/button.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { type CredentialErrors, checkCredentials, type Credentials, signIn } from './sign-in.ts';
import { SignInAlert } from './sign-in-alert.tsx';
import css from './login-form.module.css';

interface LoginFormProps {
  /** The earlier input, when a user returns from a later step. */
  initialEmail: string;
  onStarted: () => void;
  /** The password was right. */
  onAnswer: (answer: SignInAnswer, email: string) => void;
  onForgotPassword: () => void;
  onSingleSignOn: () => void;
  /** An error of something other than the form, shown in the same place. */
  outsideError: string | null;
}

/** The typed values, their errors, and the state of signing in. Typed values are kept when it fails. */
function useSignIn({ initialEmail, onStarted, onAnswer }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [credentials, setCredentials] = useState<Credentials>({ email: initialEmail, password: '' });
  const [fieldErrors, setFieldErrors] = useState<CredentialErrors>({});
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const type = (name: keyof Credentials) => (value: string) => {
    setCredentials((current) => ({ ...current, [name]: value }));
    setFieldErrors(({ [name]: _cleared, ...others }) => others);
  };
  const reject = (fields: CredentialErrors) => {
    setFieldErrors(fields);
    const first = fields.email ? 'email' : fields.password ? 'password' : null;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setError(null);
    const problems = checkCredentials(credentials);
    reject(problems);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    onStarted();
    const result = await signIn(credentials);
    // After success the form stays, busy, until the next page is there.
    if (!('answer' in result) || result.answer.status !== 'success') setBusy(false);
    if ('answer' in result) return onAnswer(result.answer, credentials.email);
    setError(result.error);
    reject(result.fields);
  };
  const clearErrors = () => {
    setError(null);
    setFieldErrors({});
  };
  return { form, credentials, fieldErrors, error, isBusy, type, submit, clearErrors };
}

/** E-mail and password. */
export function LoginForm(props: LoginFormProps) {
  const { initialEmail, onForgotPassword, onSingleSignOn, outsideError } = props;
  const { form, credentials, fieldErrors, error, isBusy, type, submit, clearErrors } = useSignIn(props);
  const forget = () => {
    // The error of the password no longer applies: a new password is being requested.
    clearErrors();
    onForgotPassword();
  };
  const shownError = error ?? outsideError;
  return (
    <form ref={form} className={css.step} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="sign-in">
      <h1 id="sign-in" className={css.title}>
        {AUTH_MESSAGES['auth.signIn']}
      </h1>
      <TextField
        label={COMMON_MESSAGES['common.email']}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={initialEmail === ''}
        size="xl"
        value={credentials.email}
        error={fieldErrors.email ?? null}
        onChange={type('email')}
      />
      <div className={css.password}>
        <PasswordField
          label={AUTH_MESSAGES['auth.password']}
          name="password"
          autoComplete="current-password"
          autoFocus={initialEmail !== ''}
          size="xl"
          value={credentials.password}
          error={fieldErrors.password ?? null}
          onChange={type('password')}
        />
        <button type="button" className={css.forgot} onClick={forget}>
          {AUTH_MESSAGES['auth.forgotPassword']}
        </button>
      </div>
      <Button type="submit" tone="primary" size="xl" isBusy={isBusy}>
        {AUTH_MESSAGES['auth.login']}
      </Button>
      {shownError && <SignInAlert>{shownError}</SignInAlert>}
      <p className={css.or}>{AUTH_MESSAGES['auth.or']}</p>
      <Button size="xl" icon={KeyRound} onClick={onSingleSignOn}>
        {AUTH_MESSAGES['auth.singleSignOn']}
      </Button>
    </form>
  );
}
