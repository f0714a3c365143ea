/** Feedback from the view of its sender, and as it arrives. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../../fixtures/axe.ts';
import { attachmentOf, mailsWith } from '../../fixtures/outbox.ts';
import { expect, COARSE_MODEL, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1100, height: 700 } });

/** A text that no other run has sent, short enough for one line of the mail. */
const unique = (): string => `gap-${Date.now().toString(36)}`;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Leave Feedback' });
const picture = (page: Page) => dialog(page).getByRole('img', { name: 'What the stage shows' });
const openForm = (page: Page) => page.getByRole('button', { name: 'Leave Feedback' }).click();

/** The mail with this text, once it has arrived. */
async function mailWith(words: string): Promise<string> {
  await expect.poll(async () => (await mailsWith(words)).length).toBeGreaterThan(0);
  return (await mailsWith(words))[0]!;
}

test('names the missing fields, and arrives with the picture that its sender saw, or without one', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
  await stage.settled();
  await openForm(page);
  await expect(picture(page)).toBeVisible();
  await expectAccessible(page);

  await dialog(page).getByText('Call me back').click();
  await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog(page).getByText('Please tell us some details regarding your feedback')).toBeVisible();
  await expect(dialog(page).getByText('A phone number is required to receive a call back')).toBeVisible();
  await expect(dialog(page).getByRole('textbox', { name: 'Details' })).toBeFocused();
  await expectAccessible(page);

  const words = unique();
  await dialog(page).getByRole('radio', { name: 'Issue' }).check({ force: true });
  await dialog(page).getByRole('textbox', { name: 'Details' }).fill(words);
  const phone = dialog(page).getByRole('textbox', { name: 'Phone number' });
  await expect(phone).toHaveValue('+61');
  await phone.fill('+61 0412 345 678');
  const seen = await picture(page).evaluate((image: HTMLImageElement) => image.src);
  await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
  await expect(
    page.getByText(
      "Thanks! Your feedback has been received. If you requested to be contacted, we'll be in touch soon.",
    ),
  ).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  const mail = await mailWith(words);
  expect(mail).toContain('+61412345678');
  const sent = attachmentOf(mail, 'screenshot.png')!;
  expect(sent.equals(Buffer.from(seen.split(',')[1]!, 'base64')), 'the picture that was shown').toBe(true);
  const { channels } = await sharp(sent).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev)), 'something is on it').toBeGreaterThan(10);

  await test.step('the picture can be left out', async () => {
    await page.getByRole('link', { name: 'Sites' }).click();
    await openForm(page);
    await expect(picture(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Remove screenshot' }).click();
    await expect(picture(page)).toHaveCount(0);
    const bare = unique();
    await dialog(page).getByRole('textbox', { name: 'Details' }).fill(bare);
    await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(attachmentOf(await mailWith(bare), 'screenshot.png')).toBeNull();
  });
});

test(
  'closes when it could not be sent, and has every word again when it is opened',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
    await stage.settled();
    await page.route('**/api/users/feedbackform', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'INTERNAL' } }),
    );
    const words = unique();
    await openForm(page);
    await dialog(page).getByRole('textbox', { name: 'Details' }).fill(words);
    await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
    const sentence = /^It appears the message server is having problems sending messages right now\./;
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);

    await page.unroute('**/api/users/feedbackform');
    await openForm(page);
    await expect(dialog(page).getByText(sentence)).toBeVisible();
    await expect(dialog(page).getByRole('textbox', { name: 'Details' })).toHaveValue(words);
    await expect(picture(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await mailWith(words);
    await openForm(page);
    await expect(dialog(page).getByRole('textbox', { name: 'Details' })).toHaveValue('');
  },
);

test.describe('without WebGL 2', () => {
  test.use({ hasWebGl: false });

  test('has no picture, because there is no stage', { tag: '@long' }, async ({ page, signedInAs }) => {
    await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
    await expect(page.getByText('This browser cannot draw 3D models')).toBeVisible();
    await openForm(page);
    await expect(dialog(page).getByRole('button', { name: 'Send feedback' })).toBeEnabled();
    await expect(dialog(page).getByRole('region', { name: 'Screenshot' })).toHaveCount(0);
  });

  test('is not offered to those who may not', async ({ page, signedInAs }) => {
    await signedInAs('guest', { path: '/sites', settings: COARSE_MODEL });
    await expect(page.getByRole('button', { name: 'Keys and mouse' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave Feedback' })).toHaveCount(0);
  });
});

test('fits a phone', { tag: '@long' }, async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
  await stage.settled();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await openForm(page);
  await expect(picture(page)).toBeVisible();
  await expectAccessible(page);
  const box = (await dialog(page).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});
