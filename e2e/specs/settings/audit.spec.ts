/** The audit log: events are found, exported and kept. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../../fixtures/axe.ts';
import { chooseOption } from '../../fixtures/options.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

// A list that still slides in closes when the test scrolls to it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PATH = '/settings/organisation/audit';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('the audit log', () => {
  test('is narrowed by filters that are part of the address', async ({ page, signedInAs, baseURL }) => {
    const wrong = { email: 'member@overlook.example', password: 'not this one' };
    expect((await page.request.post(`${baseURL}/api/auth/sign_in`, { data: wrong })).status()).toBe(401);
    await signedInAs('admin', { path: '/settings', settings: MODEL_ONLY });
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit Log' }).click();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(rows.nth(1)).toContainText('Sign in');
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Refused' }).check({ force: true });
    await expect(rows.first()).toContainText('Refused');
    await expect(rows.filter({ hasText: 'Done' })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Sign in' });
    await expect(rows.filter({ hasNotText: 'Sign in' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'All' }).check({ force: true });
    await page.getByRole('combobox', { name: 'Person' }).fill('alex');
    await chooseOption(page, /Alex Admin/);
    await expect(rows.filter({ hasNotText: 'Alex Admin' })).toHaveCount(0);
    await expect(rows.first()).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('2001-01-01T00:00');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/user=\d+&action=auth\.signIn&from=200/);
    await expectAccessible(page);

    // Another person with the link sees the same.
    await page.goto(page.url());
    await expect(rows.first()).toContainText('Alex Admin');
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Alex Admin');
    await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('auth.signIn');
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2001-01-01T00:00');

    await page.getByLabel('Until', { exact: true }).fill('2001-01-02T00:00');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Nothing fits the filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('');
    await expect(rows.first()).toBeVisible();
  });

  test('opens an entry by key, and gives the focus back', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: `${PATH}?action=auth.signIn`, settings: MODEL_ONLY });
    const row = page.getByRole('row', { name: /Sign in/ }).first();
    await row.focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('dialog', { name: 'Sign in' });
    await expect(entry).toContainText('auth.signIn');
    await expect(entry).toContainText('Alex Admin, admin@overlook.example');
    await expect(entry).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(entry).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  test('names what was changed, in words', async ({ page, signedInAs, baseURL }) => {
    await signedInAs('admin', { path: '/settings', settings: MODEL_ONLY });
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('overlook.session-token')!) as string);
    const headers = { authorization: `Bearer ${token}` };
    const data = { displayName: `Audited ${Date.now()}`, explicitPermissions: { 0: { 'USERS:VIEW': true } } };
    const made = await page.request.post(`${baseURL}/api/permissions/roles`, { headers, data });
    const { role } = (await made.json()) as { role: { id: number } };
    await page.goto(`${PATH}?action=roles.create`);
    const row = page.getByRole('row', { name: /Create role/ }).first();
    await expect(row).toContainText(data.displayName);
    await row.click();
    const entry = page.getByRole('dialog', { name: 'Create role' });
    await expect(entry).toContainText('View users, Global: Inherit → Allow');
    await page.request.get(`${baseURL}/api/permissions/roles/delete/${role.id}`, { headers });
  });

  test('the listed events are saved as CSV', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: `${PATH}?action=auth.signIn&outcome=done`, settings: MODEL_ONLY });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    const [heading, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(heading).toBe('\u{FEFF}at,user,email,address,action,subject,name,outcome,details');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines.filter(Boolean)) expect(line).toMatch(/,auth\.signIn,.*,done,/);
  });

  test('is kept for as long as an administrator chooses', { tag: '@long' }, async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await page.getByRole('button', { name: 'Kept for ever' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep the audit log' });
    await dialog.getByRole('radio', { name: 'For a time' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Days' }).fill('30');
    await dialog.getByRole('button', { name: 'Keep for this time' }).click();
    await expect(dialog.getByText('Enter a whole number of days from 90 to 3650')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Days' }).fill('3650');
    await dialog.getByRole('button', { name: 'Keep for this time' }).click();
    await page.getByRole('button', { name: 'Kept for 3650 days' }).click();
    await dialog.getByRole('radio', { name: 'For ever' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Keep for ever' }).click();
    await expect(page.getByRole('button', { name: 'Kept for ever' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Change how long the audit log is kept/ }).first()).toBeVisible();
  });

  test('shows a message when it cannot be fetched, and retries', async ({ page, signedInAs }) => {
    const list = /\/trpc\/[^?]*audit\.list/;
    await page.route(list, (route) => route.fulfill({ status: 500, body: 'no' }));
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByText('There was a problem fetching the audit log')).toBeVisible();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(page.getByRole('row', { name: /Sign in/ }).first()).toBeVisible();
  });

  test('is not for members', async ({ page, signedInAs }) => {
    await signedInAs('member', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByText('There is no such page, or your roles do not include it')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
  });

  test('fits a phone', async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByRole('row', { name: /Sign in/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('auth');
    await expect(page.getByRole('button', { name: 'Filters: 1 set' })).toBeVisible();
    await expectAccessible(page);
    const wider = await page.evaluate(() => {
      const table = document.querySelector('[role="grid"]')!.parentElement!;
      return Math.max(table.scrollWidth - table.clientWidth, document.documentElement.scrollWidth - innerWidth);
    });
    expect(wider).toBe(0);
  });
});
