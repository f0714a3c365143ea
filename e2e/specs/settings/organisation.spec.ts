/** How the organisation's people sign in. */
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

const PATH = '/settings/organisation/security';

test.use({ viewport: { width: 1440, height: 900 } });

test('two factors are required of all users, and then no longer', async ({ page, signedInAs, baseURL }) => {
  await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
  const second = page.getByRole('switch', { name: 'Two-factor authentication' });
  await expect(second).not.toBeChecked();
  await expectAccessible(page);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('overlook.session-token')!) as string);
  try {
    await second.click();
    const dialog = page.getByRole('alertdialog', { name: 'Require two-factor authentication' });
    await expect(dialog).toContainText(/For all \d+ people/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await expect(page.getByText('Settings updated.')).toBeVisible();
    await expect(second).toBeChecked();
    await page.reload();
    await expect(second).toBeChecked();
    await second.click();
    await page.getByRole('button', { name: 'Do not require it' }).click();
    await expect(page.getByText('Settings updated.')).toBeVisible();
    await expect(second).not.toBeChecked();
  } finally {
    // Always resets the rule, also after a failure: the sign-ins of all other tests depend on it.
    const headers = { authorization: `Bearer ${token}` };
    const data = { enable2FA: false, enableSSO: false };
    const answer = await page.request.post(`${baseURL}/api/organisation/security`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
});

test('Single Sign On is refused where the instance does not include it', async ({ page, signedInAs }) => {
  await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
  const single = page.getByRole('switch', { name: 'Single Sign On', exact: true });
  await single.click();
  const dialog = page.getByRole('alertdialog', { name: 'Single Sign On not available' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(single).not.toBeChecked();
});

test('the page fits a phone', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBe(0);
});
