import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

/** A name that no other run has left behind. */
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;

const PROMPT = 'Click a point on the model to create a MOC at that location';

const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) MOC$/ });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Fills in what a change needs at least. */
async function fillIn(page: Page, name: string): Promise<void> {
  await form(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await form(page).getByRole('textbox', { name: 'Document number' }).fill('MOC-2291');
}

test('a change is created by mouse: position first, then the form', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', settings: MODEL_ONLY });
  await stage.settled();
  await page.getByRole('link', { name: 'Places and MOCs' }).click();
  await page.getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText(PROMPT)).toBeVisible();
  const box = (await stage.region.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(form(page)).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expect(page.getByText('Enter a document number')).toBeVisible();
  const name = unique('Deethaniser platform extension');
  await fillIn(page, name);
  await page.getByRole('radio', { name: 'Approved' }).check({ force: true });
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await description.pressSequentially('Wider platform');
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await form(page).getByRole('button', { name: 'Add MOC' }).click();
  await expect(page.getByText('MOC has been successfully created/updated')).toBeVisible();
  await expect(page).toHaveURL(/\/mocs$/);
  await expect(row(page, name)).toContainText('Approved');
  await expect(row(page, name)).toContainText('MOC-2291');
  await expectAccessible(page);
});
