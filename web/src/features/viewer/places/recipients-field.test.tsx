import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { User } from '@overlook/shared/schemas';
import { SessionProvider } from '../../../state/session-context.tsx';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { RecipientsField } from './recipients-field.tsx';

const field = (saved: readonly string[]) => (
  <SessionProvider session={{ user: { data: { recipients: saved } } as unknown as User, permissions: {} }}>
    <RecipientsField recipients={[]} error={null} onChange={() => undefined} />
  </SessionProvider>
);

it('forgets a saved recipient', async () => {
  const calls = answerCalls({ 'snapshots.removeRecipient': () => ({ status: 'success' }) });
  const { user, show } = showInPage(field(['kim@x.example', 'lee@x.example']));
  await user.click(screen.getByRole('button', { name: 'Forget kim@x.example' }));
  await waitFor(() => expect(calls.map(({ input }) => input)).toEqual([{ recipient: 'kim@x.example' }]));
  show(field(['lee@x.example']));
  expect(screen.queryByText('kim@x.example')).toBeNull();
  expect(toasts.shown).toEqual([]);
});

it('reports when a saved recipient could not be removed', async () => {
  answerCalls({
    'snapshots.removeRecipient': () => {
      throw new Refusal(500, 'No.');
    },
  });
  const { user } = showInPage(field(['kim@x.example']));
  await user.click(screen.getByRole('button', { name: 'Forget kim@x.example' }));
  await waitFor(() => expect(toasts.shown.map(({ text }) => text)).toEqual([PLACES_MESSAGES['share.forgetFailed']]));
  expect(screen.getByText('kim@x.example')).toBeTruthy();
});
