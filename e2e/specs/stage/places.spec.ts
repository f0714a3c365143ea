/** Saved views: saved, opened, renamed, archived, sent by mail, and opened on another account. */
import type { Page } from '@playwright/test';
import { distance } from '@overlook/shared/maths';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { attachmentOf, mailsWith } from '../../fixtures/outbox.ts';
import { COARSE_MODEL, expect, test, withoutStills } from '../../fixtures/test.ts';

const PANEL = { site: 'ridgeway', path: '/mocs', settings: COARSE_MODEL } as const;

const card = (page: Page) => page.getByRole('region', { name: 'Your Places' });
const rowOf = (page: Page, name: string) => card(page).getByRole('button', { name: new RegExp(`^${name}`) });

/** A name that no other run has given. */
const unique = (): string => `Flare ${Date.now().toString(36)}`;

async function save(page: Page, name: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Save this view' }).first().click();
  await page.getByRole('textbox', { name: 'Name of the Place' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Place was successfully created')).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`Places at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(
      'a view is saved with its picture, and opens where and as it was',
      { tag: width < 600 ? '@long' : [] },
      async ({ page, signedInAs }) => {
        const stage = await signedInAs('member', PANEL);
        await stage.settled();
        await stage.setLayer(2);
        const home = await stage.pose();
        const saved = { ...home, position: home.position.map((value, axis) => value + [3, -2, 4][axis]!) as never };
        await stage.setPose(saved);
        const name = unique();
        await save(page, name);
        await expectAccessible(page);
        const picture = card(page).getByRole('listitem').filter({ hasText: name }).locator('img');
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

        await stage.setLayer(3);
        await stage.setPose(home);
        await rowOf(page, name).click();
        await expect.poll(async () => distance((await stage.pose()).position, saved.position)).toBeLessThan(0.001);
        expect(await stage.layer()).toBe(2);
      },
    );
  });
}

test('a Place is renamed by double click, archived, and restored', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', PANEL);
  await stage.settled();
  const name = unique();
  await save(page, name);
  await rowOf(page, name).dblclick();
  const field = page.getByRole('textbox', { name: 'Name of the Place' });
  await expect(field).toHaveValue(name);
  await field.fill('thrown away');
  await field.press('Escape');
  await rowOf(page, name).press('F2');
  await field.fill(`${name} north`);
  await field.press('Enter');
  await expect(page.getByText('Place was successfully updated')).toBeVisible();
  await expect(rowOf(page, `${name} north`)).toBeFocused();

  await card(page)
    .getByRole('button', { name: `More of ${name} north` })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('Place was successfully archived')).toBeVisible();
  const undo = card(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(rowOf(page, `${name} north`)).toBeVisible();
});

test('a Place is sent by mail, and its link opens it after sign-in for a person who may see less', async ({
  page,
  browser,
  signedInAs,
}) => {
  const stage = await signedInAs('member', PANEL);
  await stage.settled();
  // A guest has the textured layer alone.
  await stage.setLayer(2);
  const name = unique();
  await save(page, name);
  await card(page)
    .getByRole('button', { name: `Share ${name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Share Place' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('You must enter at least one recipient')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Recipients' }).fill('nobody, guest@overlook.example');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Look at this.');
  await expect(dialog.getByRole('list', { name: 'Chosen recipients' }).getByRole('listitem')).toHaveText([
    'guest@overlook.example',
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Email sent.')).toBeVisible();

  await expect.poll(async () => (await mailsWith(name)).length).toBe(1);
  const mail = (await mailsWith(name))[0]!;
  expect(mail).toContain('To: guest@overlook.example');
  expect(mail).toContain(`Reply-To: ${ACCOUNTS.member.email}`);
  const picture = attachmentOf(mail, 'place.jpg')!;
  expect([...picture.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const address = /https?:\/\/[^\s"<]+\/bookmark\/\d+\/\d+/.exec(mail.replaceAll(/=\r\n/g, ''))![0];

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.addInitScript(withoutStills);
  await other.goto(address);
  await other.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.guest.email);
  await other.getByLabel('Password', { exact: true }).fill(ACCOUNTS.guest.password);
  await other.getByRole('button', { name: 'Login' }).click();
  const isLeftOut = other.getByText('Layers of this Place are not open to you and were left out');
  // The first sign-in of a person shows the disclaimer; the address outlives its reload.
  const accept = other.getByRole('button', { name: 'Accept' });
  await expect(accept.or(isLeftOut)).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(isLeftOut).toBeVisible();
  await expect(other).toHaveURL(/\/\?/);
  await context.close();
});

test('a Place that does not exist gives a message, and the main view opens', async ({ page, signedInAs }) => {
  await signedInAs('member', { site: 'ridgeway', path: '/bookmark/1/999999', settings: COARSE_MODEL });
  await expect(page.getByText('There was a problem finding bookmark.')).toBeVisible();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
});
