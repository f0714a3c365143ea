import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import type { User } from '@overlook/shared/schemas';
import { answerCalls, loseServer, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { USER_ACTIONS } from './user-actions.ts';

const USERS = ['Ada', 'Bo'].map((firstName, id): Partial<User> => ({ id, firstName, lastName: 'Lind' })) as User[];
const DISABLE = USER_ACTIONS.find(({ key }) => key === 'disable')!;

async function disableBoth() {
  const onDone = vi.fn<() => void>();
  const { user } = showInPage(
    <ActionDialog action={DISABLE} users={USERS} onClose={() => undefined} onDone={onDone} />,
  );
  await user.click(screen.getByRole('button', { name: 'Disable User' }));
  const failed = await screen.findByRole('alertdialog', { name: /failed$/ });
  return {
    onDone,
    reasons: within(failed)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  };
}

it('shows for each user why it failed, with the message of the server', async () => {
  answerCalls({
    'users.disable': ({ id }: { id: number }) => {
      if (id === 1) throw new Refusal(403, 'You may not change this user.');
      return { status: 'success' };
    },
  });
  const { onDone, reasons } = await disableBoth();
  expect(reasons).toEqual(['Bo Lind: You may not change this user.']);
  expect(onDone).not.toHaveBeenCalled();
});

it('shows that the server cannot be reached', async () => {
  loseServer();
  const { reasons } = await disableBoth();
  const reason = AUTH_MESSAGES['auth.unreachable'];
  expect(reasons).toEqual([`Ada Lind: ${reason}`, `Bo Lind: ${reason}`]);
});
