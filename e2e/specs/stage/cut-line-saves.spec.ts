/**
 * The connection to the server is lost while a part of the view is saved, shared or sent: the typed values stay, and
 * are saved when the server is back.
 */
import type { Page } from '@playwright/test';
import { PLACES_MESSAGES, EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { alertOf, Line, toastOf, UNREACHABLE } from '../../fixtures/cut-line.ts';
import { above, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import { HOST_ORIGIN, PORT } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, test as base } from '../../fixtures/test.ts';

/** The common server, which has a plant to look at, over a line of the test's own. */
const test = base.extend<{ line: Line }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
  line: async ({}, use) => {
    const line = new Line(PORT);
    await line.mend();
    await use(line);
    await line.cut();
  },
  baseURL: async ({ line }, use) => use(line.origin),
});

test.use({
  viewport: { width: 1040, height: 760 },
  keepsCaches: false,
  permissions: ['clipboard-read', 'clipboard-write'],
});

const OPENING = { site: 'ridgeway', settings: COARSE_MODEL } as const;
/** A name that no other run has given. */
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;
const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share this view' });

async function openShareTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await shareDialog(page).getByRole('tab', { name: tab, exact: true }).click();
}

test(
  'a public link: name and password stay, and the link is made when the server is back',
  { tag: '@long' },
  async ({ page, line, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await openShareTab(page, 'Public link');
    const name = shareDialog(page).getByLabel('Name, for your list of links');
    const password = shareDialog(page).getByLabel('Password', { exact: true });
    const offered = await password.inputValue();
    const typed = unique('Contractors');
    await line.cut();
    await name.fill(typed);
    const create = shareDialog(page).getByRole('button', { name: 'Create public link' });
    await create.click();
    await expect(alertOf(page, UNREACHABLE)).toBeVisible();
    await expect(name).toHaveValue(typed);
    await expect(password).toHaveValue(offered);
    await line.mend();
    await create.click();
    await expect(shareDialog(page).getByRole('textbox', { name: 'Public link', exact: true })).toHaveValue(/\/view\//);
    await expect(password).toHaveValue(offered);
  },
);

test(
  'an embed: the origins stay, and the code is made when the server is back',
  { tag: '@long' },
  async ({ page, line, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await openShareTab(page, 'Embed');
    await line.cut();
    const origins = shareDialog(page).getByLabel('Allowed origins');
    await origins.fill(HOST_ORIGIN);
    await origins.press('Enter');
    const create = shareDialog(page).getByRole('button', { name: 'Create and copy' });
    await create.click();
    await expect(alertOf(page, UNREACHABLE)).toBeVisible();
    const chosen = shareDialog(page).getByRole('button', { name: `Remove ${HOST_ORIGIN}` });
    await expect(chosen).toBeVisible();
    await line.mend();
    await create.click();
    await expect(shareDialog(page).getByRole('region', { name: 'Code' })).toContainText(/\/embed\/[\w-]{20}/);
  },
);

test(
  'a Place: its name stays, and it is saved once with its picture when the server is back',
  { tag: '@long' },
  async ({ page, line, signedInAs }) => {
    const stage = await signedInAs('member', { ...OPENING, path: '/mocs' });
    await stage.settled();
    const card = page.getByRole('region', { name: 'Your Places' });
    await card.getByRole('button', { name: 'Save this view' }).first().click();
    const field = page.getByRole('textbox', { name: 'Name of the Place' });
    const name = unique('Flare');
    await line.cut();
    await field.fill(name);
    await field.press('Enter');
    await expect(toastOf(page, PLACES_MESSAGES['place.createFailed'])).toBeVisible();
    await expect(card.getByText(UNREACHABLE)).toBeVisible();
    await expect(field).toHaveValue(name);
    await line.mend();
    await field.press('Enter');
    await expect(toastOf(page, PLACES_MESSAGES['place.created'])).toBeVisible();
    const saved = card.getByRole('listitem').filter({ hasText: name });
    await expect(saved).toHaveCount(1);
    await expect
      .poll(() => saved.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  },
);

test('an export: the choices stay, and it is sent once when the server is back', async ({ page, line, signedInAs }) => {
  const pose = poseOf(above(middleOf(flatFace('Control room roof deck')), 12));
  const stage = await signedInAs('admin', { ...OPENING, pose, path: '/export' });
  await stage.settled();
  const description = page.getByRole('textbox', { name: 'Description' });
  const density = page.getByRole('combobox', { name: 'Density' });
  const submit = page.getByRole('button', { name: 'Submit export' });
  const typed = unique('Roof deck');
  await expect(description).toBeVisible();
  await expect(page.getByRole('form', { name: 'Export' }).getByText(/^About [\d,]+ points/)).toBeVisible();
  await line.cut();
  await description.fill(typed);
  await density.selectOption({ index: 1 });
  const chosen = await density.inputValue();
  await submit.click();
  await expect(toastOf(page, EXPORTS_MESSAGES['export.submitFailed'])).toBeVisible();
  await expect(alertOf(page, UNREACHABLE)).toBeVisible();
  await expect(description).toHaveValue(typed);
  await expect(density).toHaveValue(chosen);
  await line.mend();
  await submit.click();
  await expect(toastOf(page, EXPORTS_MESSAGES['export.submitted'])).toBeVisible();
  await page.getByRole('button', { name: 'Show downloads' }).click();
  const remove = page.getByRole('button', { name: `Delete ${typed}, E57` });
  await expect(remove).toHaveCount(1, { timeout: 60_000 });
  await remove.click();
  await expect(page.getByText(`Deleted: ${typed}`)).toBeVisible();
});
