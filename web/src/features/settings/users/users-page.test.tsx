import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PermissionToken } from '@overlook/shared/permissions';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { WAIT } from '@overlook/engine/testing/wait';
import { aUser } from './testing/a-user.ts';
import { UsersPage } from './users-page.tsx';

it.each<[PermissionToken[], number]>([
  [['USERS:VIEW'], 0],
  [['USERS:VIEW', 'USERS:ARCHIVE'], 2],
])('with %j the list has %i boxes to tick', async (permissions, boxes) => {
  const counts = { all: 1, enabled: 1, disabled: 0, archived: 0 };
  answerCalls({ 'users.page': () => ({ users: [aUser()], total: 1, counts }) });
  showInPage(<UsersPage />, permissions);
  await screen.findByText(aUser().email, {}, WAIT);
  expect(screen.queryAllByRole('checkbox')).toHaveLength(boxes);
});
