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
