/** Every user can open the user guide in a tab of its own, at every width. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

const link = (page: Page, navigation: 'Main' | 'Settings') =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name: 'User Guide', exact: true });

/** Presses the link and checks that a new tab opens while the page stays open, and that the new tab shows a PDF. */
async function expectGuideFrom(page: Page, navigation: 'Main' | 'Settings'): Promise<void> {
  const address = page.url();
  const [tab] = await Promise.all([page.waitForEvent('popup'), link(page, navigation).click()]);
  await tab.close();
  expect(page.url()).toBe(address);
  const answer = await page.request.get((await link(page, navigation).getAttribute('href'))!, {
    headers: { cookie: '' },
  });
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

test('from the rail, whose icon has its name as a label', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedInAs('guest', { path: '/sites', settings: MODEL_ONLY });
  await link(page, 'Main').hover();
  await expect(page.getByText('User Guide', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await expectGuideFrom(page, 'Main');
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
])
  test(`from the settings, ${width} wide`, async ({ page, signedInAs }) => {
    await page.setViewportSize({ width, height });
    await signedInAs('guest', { path: '/settings', settings: MODEL_ONLY });
    await expect(link(page, 'Settings')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await expectGuideFrom(page, 'Settings');
  });
