import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, loseServer, Refusal, showInPage } from '../../testing/in-page.tsx';
import { WAIT } from '@overlook/engine/testing/wait';
import { SIGN_IN_REFUSALS, AUTH_MESSAGES } from '@overlook/shared/messages';
import { Exchange } from './exchange.tsx';

function show(token = 'ticket') {
  const on = { answer: vi.fn(), close: vi.fn() };
  const { user } = showInPage(
    <Exchange id={4} token={token} onAnswer={on.answer} closeLabel="Back to Sign In" onClose={on.close} />,
  );
  return { user, on };
}

it('hands the answer for the ticket of the link on', async () => {
  const calls = answerCalls({ 'auth.exchange': () => ({ token: 'secret' }) });
  const { on } = show();
  await vi.waitFor(() => expect(on.answer).toHaveBeenCalledWith({ token: 'secret' }), WAIT);
  expect(calls).toEqual([{ name: 'auth.exchange', input: { id: 4, token: 'ticket' } }]);
});

it('says why the sign-in failed, and leads away', async () => {
  answerCalls({
    'auth.exchange': () => {
      throw new Refusal(401, 'This link has expired.');
    },
  });
  const { user, on } = show();
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired.');
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to Sign In' }));
  expect(on.close).toHaveBeenCalledOnce();
  expect(on.answer).not.toHaveBeenCalled();
});

it('says that the server cannot be reached', async () => {
  loseServer();
  show();
  expect((await screen.findByRole('alert')).textContent).toBe(AUTH_MESSAGES['auth.unreachable']);
});

it('asks nothing for a link without a ticket', () => {
  const calls = answerCalls({});
  show('');
  expect(screen.getByRole('alert').textContent).toBe(SIGN_IN_REFUSALS['auth.signInLinkBroken']);
  expect(calls).toEqual([]);
});
