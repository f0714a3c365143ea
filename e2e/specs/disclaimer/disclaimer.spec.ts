/** Until the disclaimer is accepted every address shows only the disclaimer; afterwards the address opens. */
import type { Page } from '@playwright/test';
import { expectFits, SIZES } from '../../fixtures/axe.ts';
import { enterPassword, expectSignedIn, expectSignedOut } from '../../fixtures/login.ts';
import { expect, type OwnServer, test } from '../../fixtures/own-server.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Before you start' });

/** Signs a person in who has not accepted it. */
async function openUnaccepted(page: Page, server: OwnServer, address: string, person = {}): Promise<void> {
  await enterPassword(page, await server.createPerson(person));
  await expect(dialog(page)).toBeVisible();
  await page.goto(address);
}

for (const address of [
  '/settings/profile/account',
  '/settings/security/users',
  '/settings/organisation/audit',
  '/sites',
  '/tools',
]) {
  test(`${address} opens after the acceptance and not before`, async ({ page, ownServer }) => {
    await openUnaccepted(page, ownServer, address, { isAdmin: true });
    await expect(dialog(page).getByRole('button', { name: 'Accept' })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.locator('nav, form, canvas')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.mouse.click(10, 10);
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.locator('nav').first()).toBeVisible();
  });
}

test('who does not accept it signs out', async ({ page, ownServer }) => {
  await openUnaccepted(page, ownServer, '/');
  await dialog(page).getByRole('button', { name: 'Logout' }).click();
  await expectSignedOut(page);
});

test('it is asked for once', async ({ page, ownServer }) => {
  await openUnaccepted(page, ownServer, '/');
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await expectSignedIn(page);
  await page.reload();
  await expectSignedIn(page);
  await expect(dialog(page)).toHaveCount(0);
});

for (const size of SIZES) {
  test(`is accessible and fits at ${size.width} × ${size.height}`, async ({ page, ownServer }) => {
    await page.setViewportSize(size);
    await openUnaccepted(page, ownServer, '/');
    await expect(dialog(page)).toBeVisible();
    await expectFits(page);
  });
}
