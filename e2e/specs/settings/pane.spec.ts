import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('the settings', () => {
  test('open over the stage, name the page, and close by Escape', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: '/settings', settings: MODEL_ONLY });
    await expect(page.getByRole('heading', { name: 'Account' })).toBeFocused();
    const menu = page.getByRole('navigation', { name: 'Settings' });
    await menu.getByRole('link', { name: 'Manage Teams' }).click();
    await expect(page).toHaveURL(/\/settings\/security\/teams$/);
    await expect(page).toHaveTitle(/^Teams/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('show a member nothing of administration', async ({ page, signedInAs }) => {
    await signedInAs('member', { path: '/settings/security/users', settings: MODEL_ONLY });
    await expect(page.getByText('There is no such page, or your roles do not include it')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Manage/ })).toHaveCount(0);
  });

  test('are a menu first on a phone, then a page with Back', async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedInAs('member', { path: '/settings', settings: MODEL_ONLY });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('New password must be provided')).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Account' })).toBeVisible();
  });

  test('ask before typed input is lost', async ({ page, signedInAs }) => {
    await signedInAs('member', { path: '/settings/profile/account', settings: MODEL_ONLY });
    await page.getByRole('textbox', { name: 'First name' }).fill('Somebody');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard changes' });
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    const name = page.getByRole('textbox', { name: 'First name' });
    await expect(name).toHaveValue('Somebody');
    await expect(name).toBeFocused();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
