/** Only a person closes a dialog; no answer of the server does. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/own-server.ts';
import { totp } from '../../fixtures/totp.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Acts like a person who returns from another tab after the cached answers have expired. */
async function lookAway(page: Page): Promise<void> {
  await page.clock.fastForward('01:30');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('recovery codes stay until the person has saved them', async ({ page, ownServer, openAs }) => {
  await page.clock.install();
  const person = await ownServer.createPerson();
  await openAs(person, '/settings/profile/security');
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(totp(secret));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const shown = await codes.getByRole('listitem').allInnerTexts();

  const checked = page.waitForResponse((response) => response.url().includes('auth.check') && response.ok());
  await lookAway(page);
  await checked;
  // The page behind says that the factor is on; the codes are still shown.
  await expect(page.locator('[data-tone="success"]', { hasText: 'On' })).toHaveCount(1);
  expect(await codes.getByRole('listitem').allInnerTexts()).toEqual(shown);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('dialog', { name: /^Turn off/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn off two-factor authentication' })).toBeVisible();
});

test('how long the audit is kept is typed on while the server fails', async ({ page, ownServer, openAs }) => {
  await page.clock.install();
  await openAs(await ownServer.createPerson({ isAdmin: true }), '/settings/organisation/audit');
  await page.getByRole('button', { name: 'Kept for ever' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep the audit log' });
  await dialog.getByRole('radio', { name: 'For a time' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Days' }).fill('400');
  await page.route(/audit\.retention/, (route) => route.fulfill({ status: 500, body: '[]' }));
  const failed = page.waitForResponse((response) => response.url().includes('audit.retention'));
  await lookAway(page);
  await failed;
  await expect(dialog.getByRole('textbox', { name: 'Days' })).toHaveValue('400');
});
