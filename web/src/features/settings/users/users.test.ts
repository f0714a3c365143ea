import { describe, expect, it } from 'vitest';
import { aUser } from './testing/a-user.ts';
import { USER_ACTIONS, usersFor } from './user-actions.ts';
import { statusOf } from './user-status.tsx';
import { usersCsv } from './users-csv.ts';

const active = { data: { ...aUser().data, lastActive: '2026-03-14T08:14:00.000Z' } };

describe('the status of an account', () => {
  it.each([
    [aUser(), 'invited'],
    [aUser(active), 'enabled'],
    [aUser({ disabled: true, ...active }), 'disabled'],
    [aUser({ disabled: true, archived: true }), 'archived'],
  ] as const)('%#', (user, status) => expect(statusOf(user)).toBe(status));
});

describe('the available actions', () => {
  const applying = (user: ReturnType<typeof aUser>, ownId = 99) =>
    USER_ACTIONS.filter((action) => usersFor(action, [user], ownId).length > 0).map(({ key }) => key);

  it.each([
    [aUser(), ['disable', 'archive', 'delete']],
    [aUser({ disabled: true, ssoSub: 'x' }), ['enable', 'clearSSO', 'archive', 'delete']],
    [aUser({ disabled: true, archived: true }), ['restore', 'delete']],
  ] as const)('fits the state: %#', (user, keys) => expect(applying(user)).toEqual(keys));

  it('locks no user out of the own account', () =>
    expect(applying(aUser({ id: 7, ssoTid: 't' }), 7)).toEqual(['clearSSO']));
});

describe('the CSV', () => {
  it('has the columns of the specification, and no cell that runs as a formula', () => {
    const user = aUser({
      firstName: '=HYPERLINK("http://evil")',
      roleList: [
        { id: 1, displayName: 'Viewer' },
        { id: 2, displayName: '+Owner' },
      ],
      disabledOn: '2026-03-02T10:00:00.000Z',
      ...active,
    });
    const [heading, row] = usersCsv([user]).replace('\u{FEFF}', '').split('\r\n');
    expect(heading).toBe('firstName,lastName,email,role,disabledOn,createdAt,lastActive');
    expect(row).toBe(
      `"'=HYPERLINK(""http://evil"")",Ruiz,ana@overlook.example,Viewer; +Owner,2026-03-02T10:00:00.000Z,2026-03-01T10:00:00.000Z,2026-03-14T08:14:00.000Z`,
    );
  });
});
