/**
 * The connection to the server is lost at any step of any form: the page says so in place, keeps the typed values, and
 * saves when the server is back.
 */
import type { Page } from '@playwright/test';
import { alertOf, expect, type Line, test, toastOf, UNREACHABLE } from '../../fixtures/cut-line.ts';
import { enterPassword, expectSignedIn } from '../../fixtures/login.ts';
import type { OwnServer, Person } from '../../fixtures/own-server.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const SYSTEM_ERROR = 'There was an error completing your request. Please contact the provider for more information.';

interface FormCase {
  name: string;
  address: (ids: { person: number; team: number; role: number }) => string;
  /** The typed values, by the label of their field. */
  typed: Record<string, string>;
  verb: string | RegExp;
  failed: string;
  saved: string;
}

const FORMS: readonly FormCase[] = [
  {
    name: 'a new user',
    address: () => '/settings/security/users/new',
    typed: {
      'First name': 'Ada',
      'Last name': 'Lindqvist',
      'E-mail': 'ada@overlook.example',
      Password: 'a rather long one',
      'Confirm password': 'a rather long one',
    },
    verb: 'Create user',
    failed: 'There was a problem saving this user',
    saved: 'User has been created/updated',
  },
  {
    name: 'a user',
    address: ({ person }) => `/settings/security/users/${person}/edit`,
    typed: { 'First name': 'Renamed' },
    verb: 'Save user',
    failed: 'There was a problem saving this user',
    saved: 'User has been created/updated',
  },
  {
    name: 'a new team',
    address: () => '/settings/security/teams/new',
    typed: { 'Display name': 'Night shift', Description: 'From ten to six' },
    verb: 'Create team',
    failed: 'There was a problem saving this team',
    saved: 'Team has been created/updated',
  },
  {
    name: 'a team',
    address: ({ team }) => `/settings/security/teams/${team}/edit`,
    typed: { Description: 'Renamed' },
    verb: 'Save team',
    failed: 'There was a problem saving this team',
    saved: 'Team has been created/updated',
  },
  {
    name: 'a new role',
    address: () => '/settings/security/roles/new',
    typed: { 'Display name': 'Inspector', Description: 'Looks at welds' },
    verb: 'Create role',
    failed: 'There was a problem saving this role',
    saved: 'Role has been created/updated',
  },
  {
    name: 'one’s own name',
    address: () => '/settings/profile/account',
    typed: { 'First name': 'Inga' },
    verb: 'Save account',
    failed: 'Update failed.',
    saved: 'Account updated.',
  },
];

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A new administrator, and something of each kind to edit. */
async function prepare(server: OwnServer) {
  const admin = await server.createPerson({ isAdmin: true });
  const other = await server.createPerson();
  const token = await server.session(admin);
  const group = { displayName: `Group ${admin.id}`, description: '', userList: [], roleList: [] };
  const { team } = (await server.call<{ team: { id: number } }>('POST', '/permissions/teams', group, token)).body;
  return { admin, ids: { person: other.id, team: team.id, role: 0 } };
}

/** Saves once without a connection and once with one; the typed values stay in between. */
async function saveTwice(page: Page, line: Line, { verb, failed, saved, typed }: Omit<FormCase, 'name' | 'address'>) {
  const button = page.getByRole('button', { name: verb });
  await button.click();
  await expect(toastOf(page, failed)).toBeVisible();
  await expect(alertOf(page, UNREACHABLE)).toBeVisible();
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
  await line.mend();
  await button.click();
  await expect(toastOf(page, saved)).toBeVisible();
}

for (const form of FORMS) {
  test(
    `${form.name}: nothing typed is lost with the server`,
    { tag: form === FORMS[0] ? [] : '@long' },
    async ({ page, ownServer, openAs, line }) => {
      const { admin, ids } = await prepare(ownServer);
      await openAs(admin, form.address(ids));
      await expect(field(page, Object.keys(form.typed)[0]!)).toBeVisible();
      // Before the first key: all that the form needs from here on must be loaded.
      await line.cut();
      for (const [label, text] of Object.entries(form.typed)) await field(page, label).fill(text);
      await saveTwice(page, line, form);
    },
  );
}

test(
  'a role’s permissions: nothing chosen is lost with the server',
  { tag: '@long' },
  async ({ page, ownServer, openAs, line }) => {
    const { admin } = await prepare(ownServer);
    const token = await ownServer.session(admin);
    const body = { displayName: 'Surveyor', description: '', explicitPermissions: {} };
    const { role } = (await ownServer.call<{ role: { id: number } }>('POST', '/permissions/roles', body, token)).body;
    await openAs(admin, `/settings/security/roles/${role.id}/edit`);
    await page.getByRole('radio', { name: 'Global' }).check({ force: true });
    const cell = page.getByRole('radiogroup', { name: 'View users, Global' });
    await expect(cell).toBeVisible();
    await line.cut();
    await cell.getByRole('radio', { name: 'Allow' }).check({ force: true });
    await saveTwice(page, line, {
      typed: {},
      verb: 'Save 1 change',
      failed: 'There was a problem saving this role',
      saved: 'Role has been created/updated',
    });
  },
);

test('one’s own password: nothing typed is lost with the server', async ({ page, ownServer, openAs, line }) => {
  const person = await ownServer.createPerson();
  await openAs(person, '/settings/profile/security');
  const typed = {
    'Current password': person.password,
    'New password': 'quite another one',
    'Confirm new password': 'quite another one',
  };
  await expect(field(page, 'Current password')).toBeVisible();
  await line.cut();
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await saveTwice(page, line, { typed, verb: 'Change password', failed: 'Update failed.', saved: 'Password updated.' });
});

test('one’s own notifications: nothing ticked is lost with the server', async ({ page, ownServer, openAs, line }) => {
  await openAs(await ownServer.createPerson(), '/settings/profile/notifications');
  const box = page.getByRole('group', { name: 'PointGrab' }).getByRole('checkbox', { name: 'By SMS' });
  await expect(box).toBeVisible();
  const was = await box.isChecked();
  await line.cut();
  await box.click({ force: true });
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(toastOf(page, 'Update failed.')).toBeVisible();
  await expect(alertOf(page, UNREACHABLE)).toBeVisible();
  expect(await box.isChecked()).toBe(!was);
  await line.mend();
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(toastOf(page, 'Account updated.')).toBeVisible();
});

test(
  'the organisation’s switches go back when the server is gone',
  { tag: '@long' },
  async ({ page, ownServer, openAs, line }) => {
    await openAs(await ownServer.createPerson({ isAdmin: true }), '/settings/organisation/security');
    const second = page.getByRole('switch', { name: 'Two-factor authentication' });
    await expect(second).not.toBeChecked();
    await line.cut();
    const require = page.getByRole('button', { name: 'Require it' });
    await second.click();
    await require.click();
    await expect(toastOf(page, 'Update failed.')).toBeVisible();
    await expect(second).not.toBeChecked();
    await line.mend();
    await second.click();
    await require.click();
    await expect(toastOf(page, 'Settings updated.')).toBeVisible();
    await second.click();
    await page.getByRole('button', { name: 'Do not require it' }).click();
    await expect(second).not.toBeChecked();
  },
);

test('feedback that could not be sent is kept in the form', async ({ page, ownServer, openAs, line }) => {
  await openAs(await ownServer.createPerson({ isAdmin: true }), '/');
  await page.getByRole('button', { name: 'Leave Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Feedback' });
  const details = dialog.getByRole('textbox', { name: 'Details' });
  await expect(details).toBeVisible();
  await line.cut();
  await details.fill('The east gate is missing');
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await expect(toastOf(page, /^It appears the message server is having problems/)).toBeVisible();
  await line.mend();
  await page.getByRole('button', { name: 'Leave Feedback' }).click();
  await expect(details).toHaveValue('The east gate is missing');
  await expect(alertOf(page, 'It appears the message server')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await expect(toastOf(page, /^Thanks! Your feedback has been received/)).toBeVisible();
});

test.describe('before sign-in', () => {
  /** The form, and all that it may need later on, which a browser at rest has fetched. */
  async function openLogin(page: Page): Promise<void> {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
  }

  test('signing in says that the server does not answer, and works when it is back', async ({
    page,
    ownServer,
    line,
  }) => {
    const person: Person = await ownServer.createPerson();
    await ownServer.session(person);
    await openLogin(page);
    await line.cut();
    await field(page, 'E-mail').fill(person.email);
    await field(page, 'Password').fill(person.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(alertOf(page, UNREACHABLE)).toBeVisible();
    await expect(field(page, 'E-mail')).toHaveValue(person.email);
    await expect(field(page, 'Password')).toHaveValue(person.password);
    await line.mend();
    await page.getByRole('button', { name: 'Login' }).click();
    await expectSignedIn(page);
  });

  test('a code that could not be sent stays in its field', async ({ page, ownServer, line }) => {
    const person = await ownServer.createPerson();
    await ownServer.enrol(person);
    await enterPassword(page, person);
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await expect(code).toBeVisible();
    await line.cut();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(alertOf(page, UNREACHABLE)).toBeVisible();
    await expect(code).toHaveValue('000000');
    await line.mend();
    await page.keyboard.press('Enter');
    await expect(alertOf(page, 'The code is not right.')).toBeVisible();
  });

  test('a forgotten password is a system error, then a mail', async ({ page, ownServer, line }) => {
    const person = await ownServer.createPerson();
    await openLogin(page);
    await line.cut();
    await page.getByRole('button', { name: 'Forgot Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forgot Password' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
    await dialog.getByRole('button', { name: 'Send e-mail' }).click();
    const error = page.getByRole('alertdialog', { name: 'System Error' });
    await expect(error.getByText(SYSTEM_ERROR)).toBeVisible();
    await error.getByRole('button', { name: 'OK' }).click();
    await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.email);
    await line.mend();
    await dialog.getByRole('button', { name: 'Send e-mail' }).click();
    await expect(page.getByText(/^Password reset sent, if you have a registered account/)).toBeVisible();
  });

  test('a new password shows a system error, and the typed values stay', async ({ page, ownServer, line }) => {
    const person = await ownServer.createPerson();
    await ownServer.call('POST', '/users/forgotpassword', { email: person.email });
    let link: string | undefined;
    await expect
      .poll(async () => {
        const mail = (await ownServer.mailsTo(person)).findLast((text) => text.includes('/users/passwordreset/'));
        link = /\/users\/passwordreset\/[\w-]+/.exec(mail ?? '')?.[0];
        return link;
      })
      .toBeDefined();
    await page.goto(link!);
    await field(page, 'E-mail').fill(person.email);
    await line.cut();
    await field(page, 'New password').fill('quite another one');
    await page.getByRole('button', { name: 'Set password' }).click();
    const error = page.getByRole('alertdialog', { name: 'System Error' });
    await expect(error.getByText(SYSTEM_ERROR)).toBeVisible();
    await error.getByRole('button', { name: 'OK' }).click();
    await expect(field(page, 'E-mail')).toHaveValue(person.email);
    await expect(field(page, 'New password')).toHaveValue('quite another one');
    await line.mend();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password has been reset, you may now log in.')).toBeVisible();
  });
});

test.describe('the disclaimer', () => {
  test('says that the acceptance could not be saved', async ({ page, ownServer, line }) => {
    await enterPassword(page, await ownServer.createPerson());
    const accept = page.getByRole('button', { name: 'Accept' });
    await expect(accept).toBeVisible();
    await line.cut();
    await accept.click();
    await expect(toastOf(page, 'The acceptance could not be saved. Try again.')).toBeVisible();
    await line.mend();
    await accept.click();
    await expectSignedIn(page);
  });
});
