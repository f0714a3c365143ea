/** The card of changes, for which no model has to be drawn: links to a change, mentions in comments, BCF files. */
import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test, withoutWebGl } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const OPENING = { site: 'ridgeway', path: '/mocs' };

const card = (page: Page) => page.getByRole('region', { name: 'Management of Change' });
const rows = (page: Page) => card(page).getByRole('list', { name: 'MOCs' }).locator(':scope > li');

/** Opens the first change of the list; its name. */
async function openFirst(page: Page): Promise<string> {
  const head = rows(page).first().getByRole('button').first();
  await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  const more = await rows(page)
    .first()
    .getByRole('button', { name: /^More of / })
    .getAttribute('aria-label');
  return more!.replace('More of ', '');
}

test('the copied link of a change opens its card after sign-in', async ({ page, browser, signedInAs }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedInAs('admin', OPENING);
  const name = await openFirst(page);
  await card(page)
    .getByRole('button', { name: `More of ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());

  const context = await browser.newContext();
  await context.addInitScript(withoutWebGl);
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.admin.email);
  await other.getByLabel('Password', { exact: true }).fill(ACCOUNTS.admin.password);
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(card(other).getByRole('button', { name: `More of ${name}` })).toBeVisible();
  await expect(other).toHaveURL(/\/mocs$/);
  await context.close();
});

test('a link to a change that does not exist shows a message', async ({ page, signedInAs }) => {
  await signedInAs('admin', { path: '/mocs?site=ridgeway&moc=999999' });
  await expect(page.getByText('There is no such MOC.')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

test('a person is mentioned in a comment by keyboard', async ({ page, signedInAs }) => {
  await signedInAs('admin', OPENING);
  await openFirst(page);
  await card(page).getByRole('button', { name: 'Comments' }).click();
  const field = card(page).getByRole('textbox', { name: 'Comment' });
  await field.pressSequentially('Please check @');
  const list = page.getByRole('listbox', { name: 'People' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  const person = (await list.getByRole('option').nth(1).textContent())!;
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(`Please check @${person} `);
  await card(page).getByRole('button', { name: 'Add comment' }).click();
  await expect(card(page).getByText(`@${person}`, { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue('');
});

test('topics of a BCF file that the site has are passed over, and a file that is none is refused', async ({
  page,
  signedInAs,
}) => {
  await signedInAs('admin', OPENING);
  const downloading = page.waitForEvent('download');
  await card(page).getByRole('button', { name: 'Import and export MOCs' }).click();
  await page.getByRole('menuitem', { name: 'Export BCF' }).click();
  const exported = await (await downloading).path();
  const choosing = page.waitForEvent('filechooser');
  await card(page).getByRole('button', { name: 'Import and export MOCs' }).click();
  await page.getByRole('menuitem', { name: 'Import BCF' }).click();
  await (await choosing).setFiles(exported);
  await expect(card(page).getByText(/^0 MOCs added, \d+ there already$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('BCF file').setInputFiles({
    name: 'notes.bcfzip',
    mimeType: 'application/zip',
    buffer: Buffer.from('no archive'),
  });
  await expect(card(page).getByRole('group', { name: 'Import of notes.bcfzip' }).getByRole('alert')).toBeVisible();
});
