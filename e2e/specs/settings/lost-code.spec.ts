/** Code that the page loads later may fail to load: the rest of the page stays, and the part can be loaded again. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/own-server.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const FAILED = 'This part of the product could not be loaded.';
const REPLACED = 'A newer version has been installed. Reload the page to go on; it opens at the same address.';
const USERS = '/settings/security/users';

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: FAILED });

test('a page of the settings is tried again in place', async ({ page, ownServer, openAs }) => {
  await page.route('**/assets/users-page-*.js', (route) => route.abort());
  await openAs(await ownServer.createPerson({ isAdmin: true }), USERS);
  await expect(failure(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await page.unroute('**/assets/users-page-*.js');
  await failure(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${USERS}$`));
});

test('a part whose style was lost is shown with its style after the next try', async ({ page, ownServer, openAs }) => {
  await page.route('**/assets/*.css', (route) =>
    /security-page/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await openAs(await ownServer.createPerson(), '/settings/profile/security');
  await expect(failure(page)).toBeVisible();
  await page.unroute('**/assets/*.css');
  await failure(page).getByRole('button', { name: 'Retry' }).click();
  const session = page.getByText('This one').locator('xpath=ancestor::li');
  await expect(session).toHaveCSS('display', 'flex');
});

test('a form over the stage is tried again in a dialog', async ({ page, ownServer, openAs }) => {
  await page.route('**/assets/feedback-dialog-*.js', (route) => route.abort());
  await openAs(await ownServer.createPerson({ isAdmin: true }), '/');
  await page.getByRole('button', { name: 'Leave Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Feedback' });
  await expect(dialog.getByText(FAILED)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/assets/feedback-dialog-*.js');
  await page.getByRole('button', { name: 'Leave Feedback' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toBeVisible();
});

test('all that is behind sign-in is tried again', async ({ page, ownServer, openAs }) => {
  await page.route('**/assets/signed-in-*.js', (route) => route.abort());
  await openAs(await ownServer.createPerson(), '/settings/profile/account');
  await expect(failure(page)).toBeVisible();
  await page.unroute('**/assets/signed-in-*.js');
  await failure(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
});

test('after an upgrade the page offers to reload, and keeps its address', async ({ page, ownServer, openAs }) => {
  const person = await ownServer.createPerson({ isAdmin: true });
  // Answers like a server after an update: the files have new names, and the old ones no longer exist.
  await page.route('**/assets/team*-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(`${ownServer.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('/assets/index-', '/assets/index-new-') });
  });
  await openAs(person, '/settings/profile/account');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await page.goto('/settings/security/teams');
  await expect(page.getByText(REPLACED)).toBeVisible();
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await expect(page).toHaveURL(/\/settings\/security\/teams$/);
  // Tests before this one may have left teams on the server.
  const none = page.getByText('There are no teams setup yet');
  await expect(page.getByRole('grid', { name: 'Teams' }).or(none)).toBeVisible();
});
