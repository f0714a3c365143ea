/** Teams, and two people at one role. */
import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { chooseOption } from '../../fixtures/options.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

// A list that still slides in closes when the test scrolls to it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TEAMS = '/settings/security/teams';
const ROLES = '/settings/security/roles';

/** A name that no other run has left behind. */
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;

test.use({ viewport: { width: 1440, height: 900 } });

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function deleteRow(page: Page, name: string, kind: 'team' | 'role'): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${kind}` });
  await expect(question.getByText(`Are you sure you want to Delete ${kind}?`)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: `Delete ${kind}` }).click();
}

test('teams are created, edited and deleted', async ({ page, signedInAs }) => {
  const name = unique('Shutdown');
  await signedInAs('admin', { path: TEAMS, settings: MODEL_ONLY });
  await page.getByRole('button', { name: 'New team' }).first().click();
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByText('Please enter a display name')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Display name' }).fill(name);
  await page.getByRole('combobox', { name: 'Add to users' }).fill('guest');
  await chooseOption(page, /Gray Guest/);
  await page.getByRole('combobox', { name: 'Add to roles' }).fill('guests');
  await chooseOption(page, /Demo guests/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByText('Team has been created/updated')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Demo guests');
  await expectAccessible(page);

  await rowOf(page, name).click();
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('For the turnaround');
  await page.getByRole('button', { name: 'Remove Demo guests' }).click();
  await page.getByRole('button', { name: 'Save team' }).click();
  await expect(rowOf(page, name)).toContainText('For the turnaround');
  await expect(rowOf(page, name)).not.toContainText('Demo guests');

  await deleteRow(page, name, 'team');
  await expect(page.getByText('Team was successfully deleted')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test('teams fit a phone', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAs('admin', { path: `${TEAMS}/new`, settings: MODEL_ONLY });
  await expect(page.getByRole('button', { name: 'Create team' })).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBe(0);
});

interface SavedRole {
  id: number;
  version: number;
  displayName: string;
  description: string;
}

test('of two people who edit one role, the second gets a message and overwrites nothing', async ({
  page,
  signedInAs,
  playwright,
  baseURL,
}) => {
  // Each person has cookies of their own: signing in ends the session that the browser already has.
  const first = await playwright.request.newContext();
  const name = unique('Surveyor');
  const answer = await first.post(`${baseURL}/api/auth/sign_in`, { data: ACCOUNTS.admin });
  const headers = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
  const created = await first.post(`${baseURL}/api/permissions/roles`, { headers, data: { displayName: name } });
  expect(created.status(), await created.text()).toBe(200);
  const { role } = (await created.json()) as { role: SavedRole };
  const saved = async (): Promise<SavedRole> => {
    const found = await first.get(`${baseURL}/api/permissions/roles/${role.id}`, { headers });
    return ((await found.json()) as { role: SavedRole }).role;
  };

  await signedInAs('admin', { path: `${ROLES}/${role.id}/edit`, settings: MODEL_ONLY });
  await page.getByRole('radio', { name: 'Details' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Description' }).fill('From the second');

  const saving = await first.post(`${baseURL}/api/permissions/roles/put/${role.id}`, {
    headers,
    data: { displayName: name, description: 'From the first', version: role.version },
  });
  expect(saving.status(), await saving.text()).toBe(200);

  await page.getByRole('button', { name: 'Save role' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Nothing was saved' });
  await expect(told).toContainText(/^Alex Admin changed this role on .* UTC\. Nothing was saved\./);
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('From the second');
  expect((await saved()).description).toBe('From the first');
  await expectAccessible(page);

  await told.getByRole('button', { name: 'Load again' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('radio', { name: 'Details' }).check({ force: true });
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('From the first');
  await page.getByRole('textbox', { name: 'Description' }).fill('From both');
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(rowOf(page, name)).toContainText('From both');
  await deleteRow(page, name, 'role');
  await expect(page.getByText('Role was successfully deleted')).toBeVisible();
});
