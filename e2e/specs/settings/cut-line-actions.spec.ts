/**
 * The connection to the server is lost while a setting is turned on, an object is deleted or an action covers several
 * objects. The page says so, and the action succeeds once the server answers again.
 */
import { alertOf, expect, test, toastOf, UNREACHABLE } from '../../fixtures/cut-line.ts';
import { totp } from '../../fixtures/totp.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('turning the second factor on: the code stays in its field, and is accepted when the server is back', async ({
  page,
  ownServer,
  openAs,
  line,
}) => {
  await openAs(await ownServer.createPerson(), '/settings/profile/security');
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' });
  const secret = await dialog.locator('code').innerText();
  const code = dialog.getByRole('textbox', { name: 'Code from the app' });
  await line.cut();
  await code.fill('123 456');
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(alertOf(page, UNREACHABLE)).toBeVisible();
  await expect(code).toHaveValue('123 456');
  await expect(dialog.locator('code')).toHaveText(secret);
  await line.mend();
  await code.fill(totp(secret));
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
});

test('turning the second factor off: password and code stay', async ({ page, ownServer, openAs, line }) => {
  const person = await ownServer.createPerson();
  const token = await ownServer.session(person);
  await openAs(person, '/settings/profile/security');
  const turnOn = page.getByRole('button', { name: 'Turn on two-factor authentication' });
  await expect(turnOn).toBeVisible();
  const { secret } = (await ownServer.call<{ secret: string }>('POST', '/auth/two_factor/enrol', {}, token)).body;
  await ownServer.call('POST', '/auth/two_factor/confirm', { code: totp(secret) }, token);
  await page.reload();
  await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication' });
  const password = dialog.getByLabel('Password', { exact: true });
  // A code works once, and that of now has turned it on.
  const code = totp(secret, 1);
  await line.cut();
  await password.fill(person.password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(alertOf(page, UNREACHABLE)).toBeVisible();
  await expect(password).toHaveValue(person.password);
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue(code);
  await line.mend();
  await dialog.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(toastOf(page, 'Account updated.')).toBeVisible();
  await expect(turnOn).toBeVisible();
});

test(
  'deleting a team: says why it could not, and deletes when the server is back',
  { tag: '@long' },
  async ({ page, ownServer, openAs, line }) => {
    const admin = await ownServer.createPerson({ isAdmin: true });
    const group = { displayName: 'Night shift', description: '', userList: [], roleList: [] };
    await ownServer.call('POST', '/permissions/teams', group, await ownServer.session(admin));
    await openAs(admin, '/settings/security/teams');
    const openMenu = () => page.getByRole('button', { name: 'Actions for Night shift' }).click();
    const confirm = async () => {
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog', { name: 'Delete team', exact: true });
      await question.getByRole('button', { name: 'Delete team' }).click();
    };
    await openMenu();
    await line.cut();
    await confirm();
    const refused = page.getByRole('alertdialog', { name: 'Delete team: refused' });
    await expect(refused.getByText(UNREACHABLE)).toBeVisible();
    await refused.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('row', { name: /Night shift/ })).toBeVisible();
    await line.mend();
    await openMenu();
    await confirm();
    await expect(toastOf(page, 'Team was successfully deleted')).toBeVisible();
    await expect(page.getByRole('row', { name: /Night shift/ })).toHaveCount(0);
  },
);

test('an action on several users: each failed one is named, and all stay selected', async ({
  page,
  ownServer,
  openAs,
  line,
}) => {
  const admin = await ownServer.createPerson({ isAdmin: true });
  const others = [await ownServer.createPerson(), await ownServer.createPerson()];
  await openAs(admin, '/settings/security/users');
  for (const { email } of others) {
    await page.getByRole('row').filter({ hasText: email }).getByRole('checkbox').check({ force: true });
  }
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  const disable = async () => {
    await bar.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('alertdialog', { name: 'Disable User' }).getByRole('button', { name: 'Disable User' }).click();
  };
  await expect(bar).toContainText('2 selected');
  await line.cut();
  await disable();
  const failed = page.getByRole('alertdialog', { name: 'Disable User: 2 of 2 failed' });
  await expect(failed.getByRole('listitem').filter({ hasText: UNREACHABLE })).toHaveCount(2);
  await failed.getByRole('button').click();
  await expect(bar).toContainText('2 selected');
  await line.mend();
  await disable();
  await expect(toastOf(page, 'User has been successfully disabled')).toBeVisible();
  for (const { email } of others)
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Disabled');
});
