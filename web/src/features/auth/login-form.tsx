import { CircleAlert, KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { beginSession } from '../../state/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { type CredentialErrors, checkCredentials, type Credentials, signIn } from './sign-in.ts';
import css from './login-form.module.css';

interface LoginFormProps {
  onStarted: () => void;
  onForgotPassword: () => void;
  onSingleSignOn: () => void;
  /** An error of something other than the form, shown in the same place. */
  outsideError: string | null;
}

/** E-mail and password. What was typed stays when signing in fails. */
export function LoginForm({ onStarted, onForgotPassword, onSingleSignOn, outsideError }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
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
    setBusy(false);
    if ('token' in result) return beginSession(result.token);
    setError(result.error);
    reject(result.fields);
  };

  const shownError = error ?? outsideError;
  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="sign-in">
      <h1 id="sign-in" className={css.title}>
        Sign in
      </h1>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        size="xl"
        value={credentials.email}
        error={fieldErrors.email ?? null}
        onChange={type('email')}
      />
      <div className={css.password}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          size="xl"
          value={credentials.password}
          error={fieldErrors.password ?? null}
          onChange={type('password')}
        />
        <button type="button" className={css.forgot} onClick={onForgotPassword}>
          Forgot Password
        </button>
      </div>
      <Button type="submit" tone="primary" size="xl" isBusy={isBusy}>
        Login
      </Button>
      {shownError && (
        <p className={css.error} role="alert">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden className={css.errorIcon} />
          {shownError}
        </p>
      )}
      <p className={css.or}>or</p>
      <Button size="xl" icon={KeyRound} onClick={onSingleSignOn}>
        Single Sign On
      </Button>
    </form>
  );
}
