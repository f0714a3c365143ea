/** A new site has no layers: the stage says so, and nothing else of the product minds. */
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

test('a site is created, is empty on the stage, and is deleted', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedInAs('admin', { path: '/settings/sites', settings: MODEL_ONLY });
  await page.getByRole('button', { name: 'New site' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Saltfield Pumps');
  await expect(page.getByRole('textbox', { name: 'Short name in addresses' })).toHaveValue('saltfield-pumps');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('heading', { name: 'Saltfield Pumps' })).toBeVisible();

  await test.step('the stage says that there is nothing', async () => {
    await page.getByRole('button', { name: 'Open on the stage' }).click();
    await expect(page.getByText('No layers yet')).toBeVisible();
  });

  await page.goto('/settings/sites');
  await page.getByRole('row', { name: /Saltfield Pumps/ }).click();
  await page.getByRole('button', { name: 'Archive site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive site' }).click();
  await page.getByRole('button', { name: 'Delete site' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Saltfield Pumps');
  await dialog.getByRole('button', { name: 'Delete site' }).click();
  await expect(page.getByText('The site is deleted')).toBeVisible();
});
