/** The Share dialog: a public link and an embed are made, opened and revoked. */
import type { Page } from '@playwright/test';
import { VIEW_GRANTS_MESSAGES, VISIT_MESSAGES } from '@overlook/shared/messages';
import { expectAccessible } from '../../fixtures/axe.ts';
import { HostServer } from '../../fixtures/host-page.ts';
import { HOST_ORIGIN } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

// Without WebGL there is no view to share.
test.use({
  hasStills: false,
  viewport: { width: 1040, height: 560 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this view' });

async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog(page).getByRole('tab', { name: tab, exact: true }).click();
}

/** Revokes the link or embed with this name; the list has it only once. */
async function revoke(page: Page, name: string): Promise<void> {
  await page.goto('/settings/profile/links');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  const question = page
    .getByRole('dialog')
    .filter({ hasText: `Revoke “${name}”?` })
    .last();
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
}

test('a public link is made with a password, opens with it, and no more when it is revoked in the list', async ({
  page,
  signedInAs,
  browser,
}) => {
  const name = `Contractors ${Date.now()}`;
  await signedInAs('admin', { site: 'ridgeway', settings: COARSE_MODEL });
  await openTab(page, 'Public link');
  await expectAccessible(page);
  await dialog(page).getByLabel('Name, for your list of links').fill(name);
  const password = await dialog(page).getByLabel('Password', { exact: true }).inputValue();
  await dialog(page).getByRole('button', { name: 'Create public link' }).click();
  const link = dialog(page).getByLabel('Public link', { exact: true }).and(page.getByRole('textbox'));
  await expect(link).toHaveValue(/\/view\//);
  await expectAccessible(page);
  const address = await link.inputValue();
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  const visitor = await (await browser.newContext({ viewport: { width: 500, height: 400 } })).newPage();
  await visitor.goto(address);
  await visitor.getByLabel(VISIT_MESSAGES['visit.password'], { exact: true }).fill(password);
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: VISIT_MESSAGES['visit.openView'] }).click();
  await expect(visitor.locator('overlook-viewer')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: VIEW_GRANTS_MESSAGES['grant.passwordWanted'] })).toHaveCount(0);
  // Meanwhile the view is not drawn.
  await visitor.goto('about:blank');
  await revoke(page, name);
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: VIEW_GRANTS_MESSAGES['grant.withdrawn'] })).toBeVisible();
  await visitor.context().close();
});

test('the code of an embed shows the view in a page of its origin', async ({ page, signedInAs }) => {
  await signedInAs('admin', { site: 'ridgeway', settings: COARSE_MODEL });
  await openTab(page, 'Embed');
  await expectAccessible(page);
  await dialog(page).getByLabel('Allowed origins').fill(HOST_ORIGIN);
  await dialog(page).getByLabel('Allowed origins').press('Enter');
  await dialog(page).getByRole('button', { name: 'Create and copy' }).click();
  const code = dialog(page).getByRole('region', { name: 'Code' });
  await expect(code).toContainText('/embed/');
  await expect(dialog(page).getByRole('status')).toBeVisible();
  await expectAccessible(page);
  const html = `<!doctype html><html lang="en"><title>Host</title><body>${await code.textContent()}</body></html>`;
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  const host = await HostServer.start();
  try {
    const portal = await page.context().newPage();
    await portal.goto(host.show({ html }));
    await expect(portal.frameLocator('iframe').getByRole('toolbar', { name: 'Tools' })).toBeVisible();
    await portal.close();
  } finally {
    await host.stop();
  }
});
