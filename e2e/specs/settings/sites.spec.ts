/** Manage Sites: an archived site is gone from the lists of those who view it, until it is restored. */
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, session, test } from '../../fixtures/test.ts';

test('sites are listed, edited, archived and restored', async ({ page, signedInAs, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedInAs('admin', { path: '/settings/sites', settings: MODEL_ONLY });
  const row = page.getByRole('row', { name: /Harbour Tank Farm/ });
  await expect(row).toContainText('Published');
  await expect(row).toContainText(/[\d.]+\sMB/);
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${await session(request, 'member')}` };
  const seen = async () => {
    const answer = await request.get('/api/sites/all', { headers });
    return ((await answer.json()) as { sites: { name: string }[] }).sites.map(({ name }) => name);
  };
  expect(await seen()).toContain('Harbour Tank Farm');
  await row.getByRole('button', { name: 'Actions for Harbour Tank Farm' }).click();
  await page.getByRole('menuitem', { name: 'Archive site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive site' }).click();
  await expect(row).toContainText('Archived');
  expect(await seen()).not.toContain('Harbour Tank Farm');

  await test.step('one site fits a phone, and is restored there', async () => {
    await row.click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Harbour Tank Farm');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await page.getByRole('button', { name: 'Restore site' }).click();
    await expect(page.getByRole('button', { name: 'Archive site' })).toBeVisible();
    expect(await seen()).toContain('Harbour Tank Farm');
    await page.getByRole('textbox', { name: 'Description' }).fill('Tanks at the harbour.');
    await page.getByRole('button', { name: 'Save site' }).click();
    await expect(page.getByText('Site has been saved')).toBeVisible();
    await expect(row).toContainText('Published');
    await expectFits(page);
  });
});

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
