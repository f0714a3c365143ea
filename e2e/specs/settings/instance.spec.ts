import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

const PATH = '/settings/instance';
const PARTS = ['Server', 'Database', 'Storage', 'Mail', 'Jobs', 'Backups', 'Single Sign On'];

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('the administration of the instance', () => {
  test('shows the state of each part and what to do about it', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    for (const name of PARTS) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Database' })).toContainText('Working');
    await expect(page.getByRole('region', { name: 'Server' })).toContainText('Set DEMO=false');
    const space = page.getByRole('region', { name: 'Space by site' });
    await expect(space).toContainText(/Ridgeway Gas Plant\s*[\d.]+\sMB, \d+ %/);
    await expectAccessible(page);
  });

  test('sends a test mail, which leaves', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    const mail = page.getByRole('region', { name: 'Mail' });
    await mail.getByRole('button', { name: 'Send a test mail to me' }).click();
    await expect(page.getByText('A test mail to you is on its way.')).toBeVisible();
    await expect(mail).toContainText(/Waiting\s*0/);
    await expect(mail).toContainText(/Last sentJust now/);
  });

  test('keeps the last state when the server stops answering, and says so', async ({ page, signedInAs }) => {
    // The checks take as long as the services that they ask: nothing waits for them.
    await page.route('**/trpc/instance.checks**', () => undefined);
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
    await page.route('**/trpc/*instance.status**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toContainText('This could not be refreshed');
    await page.unroute('**/trpc/*instance.status**');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('offers to retry when there was no answer', async ({ page, signedInAs }) => {
    await page.route('**/trpc/*instance.status**', (route) => route.fulfill({ status: 500, json: {} }));
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByText('There was a problem fetching the state of the instance')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/trpc/*instance.status**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
  });

  test('fits a phone', async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedInAs('admin', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByRole('region', { name: 'Jobs' })).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  test('is not shown to members', async ({ page, signedInAs }) => {
    await signedInAs('member', { path: PATH, settings: MODEL_ONLY });
    await expect(page.getByText('There is no such page, or your roles do not include it')).toBeVisible();
  });
});
