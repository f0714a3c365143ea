import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../../fixtures/axe.ts';
import { chooseOption } from '../../fixtures/options.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

// A list that still slides in closes when the test scrolls to it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A name that no other run has left behind. */
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('users', () => {
  test('are created, edited, disabled and deleted', async ({ page, signedInAs }) => {
    const lastName = unique('Haugen');
    const email = `${lastName.replace(' ', '.').toLowerCase()}@overlook.example`;
    await signedInAs('admin', { path: '/settings/security/users', settings: MODEL_ONLY });
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    for (const sentence of [
      'Please enter a given name',
      'Please enter a last name',
      'Please enter an e-mail address',
      'Please enter a password',
    ])
      await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'First name' }).fill('Bjørn');
    await page.getByRole('textbox', { name: 'Last name' }).fill(lastName);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a rather long one');
    await page.getByLabel('Confirm password').fill('a rather long one');
    await page.getByRole('combobox', { name: 'Add to roles' }).fill('guests');
    await chooseOption(page, /Demo guests/);
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(page.getByText('User has been created/updated')).toBeVisible();

    await page.getByRole('searchbox', { name: /^Search/ }).fill(lastName);
    const row = page.getByRole('row', { name: new RegExp(lastName) });
    await expect(row).toContainText('Demo guests');
    await expect(row).toContainText('Invited');

    const act = async (action: string, title: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const question = page.getByRole('alertdialog', { name: title });
      await expect(question.getByText(`Are you sure you want to ${title}?`)).toBeVisible();
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await question.getByRole('button', { name: title }).click();
    };
    await act('Disable', 'Disable User');
    await expect(page.getByText('User has been successfully disabled')).toBeVisible();
    await expect(row).toContainText('Disabled');
    await act('Delete', 'Delete User');
    await expect(page.getByText('User has been successfully deleted')).toBeVisible();
    await expect(page.getByText('Nothing fits the search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('row', { name: /Alex Admin/ })).toBeVisible();
  });

  test('are found without their accents, and saved as they are listed', async ({ page, signedInAs }) => {
    const lastName = unique('Østergård');
    await signedInAs('admin', { path: '/settings/security/users/new', settings: MODEL_ONLY });
    await page.getByRole('textbox', { name: 'First name' }).fill('Žofia');
    await page.getByRole('textbox', { name: 'Last name' }).fill(lastName);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`zo.${Date.now().toString(36)}@overlook.example`);
    await page.getByLabel('Password', { exact: true }).fill('a rather long one');
    await page.getByLabel('Confirm password').fill('a rather long one');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('searchbox', { name: /^Search/ }).fill(`zofia ${lastName.replace('Østergård', 'OSTERGARD')}`);
    await expect(page.getByRole('row', { name: new RegExp(lastName) })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of 1' }).click(),
    ]);
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(lastName);
    await page.getByRole('radio', { name: /^Archived/ }).check({ force: true });
    await expect(page.getByText('Nothing fits the search')).toBeVisible();
    await expect(page.getByText('1 user with another status fits it.')).toBeVisible();
  });

  test('that are selected are deselected by Escape before the page closes', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: '/settings/security/users', settings: MODEL_ONLY });
    const boxes = page.getByRole('row').getByRole('checkbox');
    for (const index of [1, 2]) await boxes.nth(index).check({ force: true });
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('heading', { name: 'Users', exact: true }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByText('2 selected')).toHaveCount(0);
    await expect(page).toHaveURL(/users$/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/$/);
  });

  test('are scrolled to when the box of one far down is focused', async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 1440, height: 240 });
    await signedInAs('admin', { path: '/settings/security/users', settings: MODEL_ONLY });
    const row = page.getByRole('row').last();
    await row.getByRole('checkbox').check({ force: true });
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(row).toBeInViewport({ ratio: 0.4 });
    await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport({ ratio: 0.9 });
  });

  test('are saved as CSV', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: '/settings/security/users', settings: MODEL_ONLY });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  });

  test('fit a phone', async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedInAs('admin', { path: '/settings/security/users', settings: MODEL_ONLY });
    const row = page.getByRole('row', { name: /Alex Admin/ });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    const search = (await page
      .getByRole('searchbox', { name: /^Search/ })
      .locator('..')
      .boundingBox())!;
    const box = (await row.locator('label > span').last().boundingBox())!;
    expect(box.x, 'boxes are below the edge of the field').toBe(search.x);
    const overflow = await page.evaluate(() => {
      const table = document.querySelector('[role="grid"]')!.parentElement!;
      return table.scrollWidth - table.clientWidth;
    });
    expect(overflow).toBe(0);

    await row.getByRole('checkbox').check({ force: true });
    const bar = page.getByRole('toolbar', { name: 'Selected' });
    await expect(bar).toContainText('1 selected');
    expect(await bar.evaluate((it) => it.scrollWidth - it.clientWidth), 'no action is cut').toBe(0);
    await bar.getByRole('button', { name: 'Actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('roles', () => {
  test('show the effect of a save before it is made', async ({ page, signedInAs }) => {
    const name = unique('Surveyor');
    await signedInAs('admin', { path: '/settings/security/roles', settings: MODEL_ONLY });
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByRole('button', { name: 'Create role' }).click();
    await expect(page.getByText('Please enter a display name')).toBeVisible();
    await page.getByRole('textbox', { name: 'Display name' }).fill(name);
    await page.getByRole('radio', { name: /^Members/ }).check({ force: true });
    await page.getByRole('combobox', { name: 'Add to users' }).fill('guest');
    await chooseOption(page, /Gray Guest/);
    await page.getByRole('radio', { name: 'Permissions', exact: true }).check({ force: true });

    const cell = page.getByRole('radiogroup', { name: 'View project layers, Ridgeway Gas Plant' });
    await cell.getByRole('radio', { name: 'Allow' }).check({ force: true });
    const changes = page.getByRole('region', { name: 'Changes before saving' });
    await expect(changes).toContainText('1 change');
    await expect(changes).toContainText('1 person gains access');
    await expectAccessible(page);

    // Up and down go from permission to permission and change nothing.
    await cell.getByRole('radio', { name: 'Allow' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(changes).toContainText('1 change');

    await page.getByRole('button', { name: 'Create role' }).click();
    await expect(page.getByText('Role has been created/updated')).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete role' });
    await question.getByRole('button', { name: 'Delete role' }).click();
    await expect(page.getByText('Role was successfully deleted')).toBeVisible();
  });

  test('explain who holds a permission and why', async ({ page, signedInAs }) => {
    await signedInAs('admin', { path: '/settings/security/roles', settings: MODEL_ONLY });
    await page.getByRole('row', { name: /Demo members/ }).click();
    await page.getByRole('button', { name: 'More for View textured models' }).click();
    await page.getByRole('menuitem', { name: 'Explain access' }).click();
    const dialog = page.getByRole('dialog', { name: /^Explain access/ });
    await dialog.getByRole('combobox', { name: 'Person' }).fill('morgan');
    await chooseOption(page, /Morgan Member/);
    await expect(dialog.getByText('Role Demo members').first()).toBeVisible();
    await expect(dialog.getByText('Access', { exact: true })).toBeVisible();
    await expectAccessible(page);

    // Changes that are not saved yet are described in the future tense.
    await dialog.getByRole('button', { name: 'Close' }).click();
    const cell = page.getByRole('radiogroup', { name: 'View textured models, Ridgeway Gas Plant' });
    await cell.getByRole('radio', { name: 'Deny' }).check({ force: true });
    await page.getByRole('button', { name: 'More for View textured models' }).click();
    await page.getByRole('menuitem', { name: 'Explain access' }).click();
    await dialog.getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Ridgeway Gas Plant' });
    await dialog.getByRole('combobox', { name: 'Person' }).fill('morgan');
    await chooseOption(page, /Morgan Member/);
    await expect(dialog.getByText('No access after saving', { exact: true })).toBeVisible();
    await expect(
      dialog.getByText(/^Access now: the permissions changed on this page have not been saved/),
    ).toBeVisible();
    await expectAccessible(page);

    // A phone has one site at a time, with its whole name.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    const heads = page.getByRole('columnheader').locator('span[title]');
    await expect(heads).toHaveCount(1);
    const cut = await heads.evaluate((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]);
    expect(Math.max(...cut)).toBeLessThanOrEqual(0);
  });
});
