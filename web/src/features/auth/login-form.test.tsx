import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { answerCalls, Refusal, showInPage } from '../../testing/in-page.tsx';
import { LoginForm } from './login-form.tsx';
import { WAIT } from '@overlook/engine/testing/wait';

function show() {
  const on = { started: vi.fn(), answer: vi.fn(), forgot: vi.fn(), sso: vi.fn() };
  const { user } = showInPage(
    <LoginForm
      initialEmail=""
      outsideError={null}
      onStarted={on.started}
      onAnswer={on.answer}
      onForgotPassword={on.forgot}
      onSingleSignOn={on.sso}
    />,
  );
  return { user, on, email: screen.getByLabelText('E-mail'), password: screen.getByLabelText('Password') };
}

it('marks missing values, moves the focus there and keeps the typed values', async () => {
  const calls = answerCalls({});
  const { user, email, password } = show();
  await user.keyboard('{Enter}');
  expect(screen.getByText(AUTH_MESSAGES['auth.emailRequired'])).toBeTruthy();
  expect(screen.getByText(AUTH_MESSAGES['auth.passwordRequired'])).toBeTruthy();
  expect(email).toBe(document.activeElement);
  await user.type(email, 'ana@overlook.example{Enter}');
  expect(screen.queryByText(AUTH_MESSAGES['auth.emailRequired'])).toBeNull();
  expect(password).toBe(document.activeElement);
  expect(email).toHaveProperty('value', 'ana@overlook.example');
  expect(calls).toEqual([]);
});

it('sends the e-mail in lower case and hands the answer on', async () => {
  const calls = answerCalls({ 'auth.signIn': () => ({ token: 'secret' }) });
  const { user, on, email, password } = show();
  await user.type(email, 'Ana@Overlook.example');
  await user.type(password, 'right{Enter}');
  await vi.waitFor(() => expect(on.answer).toHaveBeenCalledWith({ token: 'secret' }, 'Ana@Overlook.example'), WAIT);
  expect(calls[0]!.input).toEqual({ email: 'ana@overlook.example', password: 'right' });
});

it('shows the sentence of the server when the password is wrong, until another password is typed', async () => {
  const refuse = () => {
    throw new Refusal(401, 'Wrong e-mail or password.');
  };
  answerCalls({ 'auth.signIn': refuse });
  const { user, on, email, password } = show();
  await user.type(email, 'ana@overlook.example');
  await user.type(password, 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail or password.');
  expect(password).toHaveProperty('value', 'wrong');
  await user.click(screen.getByRole('button', { name: 'Forgot Password' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(on.forgot).toHaveBeenCalledOnce();
});
