/** Changes (MOC): created, drawn, hidden, edited by two people, with files over a connection that breaks. */
import type { Page } from '@playwright/test';
import { namesOfMocs } from '../../fixtures/a-moc.ts';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { lookAt } from '@overlook/server/demo/home-pose';
import type { Picture } from '../../fixtures/picture.ts';
import { poseOf } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const unique = namesOfMocs();

/** It is announced to screen readers as well. */
const prompt = (page: Page) =>
  page.locator('p').filter({ hasText: 'Click a point on the model to create a MOC at that location' });
const SAVED = 'MOC has been successfully created/updated';
const OPENING = { site: 'ridgeway', path: '/mocs', settings: COARSE_MODEL };

const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) MOC$/ });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** How many of the looked-at pixels are as red as a proposed area on pale ground. */
function redness(picture: Picture): number {
  let count = 0;
  for (let y = 0; y < picture.height; y += 4)
    for (let x = 0; x < picture.width; x += 4) {
      const { r, g, b } = picture.at(x, y);
      if (r > 120 && r > 1.6 * g && r > 1.6 * b) count++;
    }
  return count;
}

/** Clicks the model at shares of the width and height of its screen. */
async function clickModel(page: Page, stage: StageDriver, x: number, y: number): Promise<void> {
  const box = (await stage.region.boundingBox())!;
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

/** Creates a change by mouse, at shares of the width and height of its screen; its card is open afterwards. */
async function create(page: Page, stage: StageDriver, name: string, [x, y] = [0.5, 0.5]): Promise<void> {
  await stage.settled();
  await page.getByRole('button', { name: 'Add MOC' }).click();
  await expect(prompt(page)).toBeVisible();
  await clickModel(page, stage, x!, y!);
  await form(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await form(page).getByRole('textbox', { name: 'Document number' }).fill('MOC-2291');
  await form(page).getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
}

test('a change is created by mouse: position first, then the form', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  await page.getByRole('button', { name: 'Add MOC' }).click();
  await expect(prompt(page)).toBeVisible();
  await clickModel(page, stage, 0.5, 0.5);
  await expect(form(page)).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expect(page.getByText('Enter a document number')).toBeVisible();
  const name = unique('Deethaniser platform extension');
  await form(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await form(page).getByRole('textbox', { name: 'Document number' }).fill('MOC-2291');
  await page.getByRole('radio', { name: 'Approved' }).check({ force: true });
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await description.pressSequentially('Wider platform');
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(description).toContainText('Wider platform');
  await form(page).getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page).toHaveURL(/\/mocs$/);
  await expect(row(page, name)).toContainText('Approved');
  await expect(row(page, name)).toContainText('MOC-2291');
  await expect(row(page, name).getByText('Wider platform')).toBeVisible();
  await expectAccessible(page);
});

test('a change is created by keyboard alone', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', settings: COARSE_MODEL });
  await stage.settled();
  await stage.region.focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Places and MOCs' })).toBeFocused();
  await page.getByRole('button', { name: 'Add MOC' }).focus();
  await page.keyboard.press('Enter');
  await expect(stage.region).toBeFocused();
  await page.keyboard.press('Space');
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  const name = unique('By keyboard');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('MOC-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(row(page, name)).toBeVisible();
});

test('a concave area is drawn, is shown in two screens, and is hidden', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', OPENING);
  const name = unique('Concave');
  await create(page, stage, name);
  const card = row(page, name);
  await card.getByRole('button', { name: 'Add Area' }).click();
  // The region is there before its tool has been loaded.
  await expect(page.getByText(/^Click the corners of the area/)).toBeVisible();
  for (const [x, y] of [
    [0.45, 0.75],
    [0.65, 0.75],
    [0.6, 0.85],
    [0.57, 0.8],
    [0.45, 0.88],
  ] as const)
    await clickModel(page, stage, x, y);
  await expect(page.getByText('5 points')).toBeVisible();
  await test.step('neither Back nor another site drops it without a question', async () => {
    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Ridgeway/ })
      .click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(/\/mocs$/);
    await expect(page.getByText('5 points')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(card).toContainText('1 area');
  await card.getByRole('button', { name: 'What does Area touch?' }).click();
  await expect(card.getByText(/\d+ objects?|It touches no object/).first()).toBeVisible();
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await stage.screen(2).settled();
  const shown = redness(await stage.screen(2).picture());
  await card.getByRole('button', { name: 'Hide Area', exact: true }).click();
  await stage.screen(2).settled();
  expect(shown).toBeGreaterThan(50 + redness(await stage.screen(2).picture()));
});

test(
  'a pin marks its row, and opens the card while the panel is closed',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    const name = unique('Pinned');
    await create(page, stage, name, [0.4, 0.62]);
    await stage.settled();
    const head = row(page, name).getByRole('button', { name: new RegExp(`^${name}`) });
    await head.click();
    await expect(head).toHaveAttribute('aria-expanded', 'false');
    // Above the place is the head of the pin; the middle of the view stays in the middle when the panel closes.
    const before = (await stage.region.boundingBox())!;
    const fromMiddle = [(0.4 - 0.5) * before.width, (0.62 - 0.5) * before.height - 18] as const;
    const pinIn = (box: typeof before): [number, number] => [
      box.x + box.width / 2 + fromMiddle[0],
      box.y + box.height / 2 + fromMiddle[1],
    ];
    await page.mouse.move(...pinIn(before));
    await expect(row(page, name)).toHaveAttribute('data-pointed', 'true');
    await page.getByRole('heading', { name: 'Places and MOCs' }).hover();
    await expect(row(page, name)).toHaveAttribute('data-pointed', 'false');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(row(page, name)).toBeHidden();
    await stage.settled();
    await page.mouse.click(...pinIn((await stage.region.boundingBox())!));
    await expect(head).toHaveAttribute('aria-expanded', 'true');
  },
);

test(
  'the minimap has the pins, which open cards and answer to the list',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    // The demo has the change at the tip of its flare, east and north of the origin.
    const [east, north] = [-62, 84];
    const above = lookAt([east, north, 200], [east, north + 0.01, 0]);
    const stage = await signedInAs('admin', {
      ...OPENING,
      pose: poseOf(above),
      settings: { 'overlook.globe': false, 'overlook.minimap-hidden': false },
    });
    await stage.settled();
    const minimap = page.getByRole('region', { name: 'Minimap' });
    const name = 'Replace the flare tip';
    const pin = minimap.getByRole('button', { name: `${name}, Approved` });
    const change = row(page, name);

    await test.step('at its place, where the camera is above it', async () => {
      await expect(pin).toBeVisible();
      const tip = await pin
        .locator('xpath=..')
        .evaluate((item) => new DOMMatrix((item as HTMLElement).style.transform));
      const camera = await minimap.locator('[data-part="place"]').getAttribute('transform');
      const [x, y] = /translate\((\S+) (\S+)\)/.exec(camera!)!.slice(1).map(Number);
      expect(Math.hypot(tip.m41 - x!, tip.m42 - y!)).toBeLessThan(1.5);
    });
    await test.step('pointed at there and in the list', async () => {
      await pin.hover();
      await expect(change).toHaveAttribute('data-pointed', 'true');
      await page.getByRole('heading', { name: 'Places and MOCs' }).hover();
      await expect(change).toHaveAttribute('data-pointed', 'false');
      await change.hover();
      await expect(pin).toHaveAttribute('data-pointed', 'true');
    });
    await test.step('hidden with its change', async () => {
      await page.getByRole('button', { name: `Hide ${name}` }).click();
      await expect(pin).toHaveCount(0);
      await page.getByRole('button', { name: `Show ${name}` }).click();
      await page.getByRole('button', { name: 'Hide all MOCs' }).click();
      await expect(pin).toHaveCount(0);
      await page.getByRole('button', { name: 'Show MOCs' }).click();
    });
    await test.step('opens the card, also while the panel is closed', async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(change).toBeHidden();
      await pin.click();
      await expect(change.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute(
        'aria-expanded',
        'true',
      );
      await expectAccessible(page);
    });
  },
);

test(
  'two people edit a change: the second gets a message at once, and chooses',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    const name = unique('Shared');
    await create(page, stage, name);
    await row(page, name).getByRole('button', { name: 'Edit' }).click();
    await form(page).getByRole('textbox', { name: 'Name' }).fill(`${name} of mine`);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('overlook.session-token')!) as string);
    const headers = { authorization: `Bearer ${token}` };
    const address = new URL(page.url());
    const id = /edit\/(\d+)/.exec(address.pathname)![1]!;
    const site = await page.evaluate(() => localStorage.getItem('overlook.selected-site')!);
    const answer = await page.request.post(`/api/sites/${site}/mocs/${id}`, {
      headers,
      data: { moc: { name: `${name} of theirs`, documentNumber: 'MOC-7', state: 'completed' } },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    // The list behind the form follows within two seconds.
    await expect(page.getByText(`${name} of theirs`).first()).toBeAttached({ timeout: 2000 });
    await expect(form(page).getByText('changed this MOC')).toBeVisible();
    await expectAccessible(page);
    await expect(form(page).getByRole('textbox', { name: 'Document number' })).toHaveValue('MOC-7');
    await form(page)
      .getByRole('radio', { name: `Theirs ${name} of theirs` })
      .check();
    await form(page).getByRole('button', { name: 'Save MOC' }).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(row(page, `${name} of theirs`)).toContainText('Completed');
  },
);

test('an upload continues after its connection broke', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', OPENING);
  const name = unique('With a file');
  await create(page, stage, name);
  await row(page, name).getByRole('button', { name: 'Edit' }).click();
  let tries = 0;
  await page.route('**/api/files/attachments/upload', (route) => (++tries === 1 ? route.abort() : route.continue()));
  const choosing = page.waitForEvent('filechooser');
  await form(page).getByRole('button', { name: 'Add files' }).click();
  const content = Buffer.concat([Buffer.from('a line of text\n'.repeat(70_000))]);
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: content });
  await expect(form(page).getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  expect(tries).toBe(2);
  await form(page).getByRole('button', { name: 'Save MOC' }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  const file = row(page, name).getByRole('link', { name: /notes.txt/ });
  const download = page.waitForEvent('download');
  await file.click();
  expect((await download).suggestedFilename()).toBe('notes.txt');
});

test('panel and form fit a phone', { tag: '@long' }, async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Add MOC' }).click();
  await expect(prompt(page)).toBeVisible();
  await clickModel(page, stage, 0.5, 0.27);
  await expect(form(page)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  await test.step('the message after a save does not cover the buttons of the panel', async () => {
    await form(page).getByRole('textbox', { name: 'Name' }).fill(unique('By phone'));
    await form(page).getByRole('textbox', { name: 'Document number' }).fill('MOC-2');
    await form(page).getByRole('button', { name: 'Add MOC' }).click();
    const told = page.getByRole('region', { name: 'Notifications' });
    // Under the pointer it stays.
    await told.getByText(SAVED).hover();
    const toast = (await told.boundingBox())!;
    const add = page.getByRole('button', { name: 'Add MOC' });
    await add.scrollIntoViewIfNeeded();
    expect(toast.y + toast.height).toBeLessThanOrEqual((await add.boundingBox())!.y);
  });
});
