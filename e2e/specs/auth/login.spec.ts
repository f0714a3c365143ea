import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { expectFits, SIZES } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/test.ts';

const { member } = ACCOUNTS;

test.describe('signing in', () => {
  test('answers an unknown account and a wrong password in the same words', async ({ page }) => {
    const told: string[] = [];
    for (const email of [member.email, 'nobody@overlook.example']) {
      const answer = await page.request.post('/api/auth/sign_in', { data: { email, password: 'not the password' } });
      expect(answer.status()).toBe(401);
      told.push(await answer.text());
    }
    expect(told[0]).toBe(told[1]);
  });

  test('says that single sign-on is not available', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Single Sign On' }).click();
    const told = page.getByRole('alertdialog', { name: 'Single Sign On not available' });
    await expect(told).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(told).toHaveCount(0);
  });

  test('the form needs neither the engine nor the map', async ({ page }) => {
    // What is loaded in advance, while a person types, is the subject of preloads.spec.ts.
    await page.route('**/preloads.json', (route) => route.fulfill({ status: 404, body: '' }));
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url());
    });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    expect(scripts.filter((url) => /maplibre|engine|deck|luma/i.test(url))).toEqual([]);
  });

  for (const { width, height } of SIZES) {
    test(`is accessible and fits at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await expectFits(page);
    });
  }
});

test.describe('a session', () => {
  test('that died sends the person back to the login screen', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('overlook.session-token', JSON.stringify('dead')));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });
});
