/** The bar over the stage in windows from 1000 px on, beside the panel and the object tree. */
import type { Page } from '@playwright/test';
import { TABLET_BELOW_PX } from '@overlook/shared/config';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

/** Width of the panel, CSS pixels. */
const PANEL_PX = 344;
/** CSS pixels of the window. */
const WIDTHS = Array.from({ length: 12 }, (_, step) => 1000 + 40 * step);

test.use({ viewport: { width: 1440, height: 700 } });

/** The faults of the bar: parts that overlap, reach outside it, or have text outside their box. */
const faults = (page: Page): Promise<string[]> =>
  page.getByRole('banner').evaluate((bar) => {
    const found: string[] = [];
    const nameOf = (part: Element) => part.getAttribute('aria-label') ?? part.textContent?.trim() ?? part.tagName;
    const inside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5;
    const frame = bar.getBoundingClientRect();
    let right = frame.left;
    for (const part of bar.children) {
      const box = part.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < right - 0.5) found.push(`${nameOf(part)} lies over its neighbour`);
      if (!inside(box, frame)) found.push(`${nameOf(part)} reaches out of the bar`);
      right = box.right;
      for (const inner of part.querySelectorAll('*')) {
        const innerBox = inner.getBoundingClientRect();
        // Hidden from the eye, at most a pixel wide or inside of something that is.
        const isForReaders = innerBox.width <= 1 || inner.parentElement!.clientWidth <= 1;
        if (!isForReaders && !inside(innerBox, box)) found.push(`${nameOf(inner)} reaches out of ${nameOf(part)}`);
      }
    }
    return found;
  });

test.describe('without a picture of the model, which each new width would draw again', () => {
  test.use({ hasWebGl: false });

  test('shows the name of the site and overlaps nowhere, with or without panels beside the stage', async ({
    page,
    signedInAs,
  }) => {
    const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
    const bar = page.getByRole('banner');
    const name = bar.getByText('Ridgeway Gas Plant', { exact: true });
    const tree = page.getByRole('complementary', { name: 'Object tree' });
    const tools = page.getByRole('group', { name: 'Tools' });
    await expect(name).toBeVisible();
    const expectWhole = async (what: string) => {
      await expect.poll(() => faults(page), { message: what }).toEqual([]);
      await expect
        .poll(() => name.evaluate((it) => it.scrollWidth - it.clientWidth), { message: `${what}: the name is whole` })
        .toBeLessThanOrEqual(0);
      await expect(bar.getByText('1\u2009m')).toBeVisible();
    };
    // The bar takes its new room when the panel has slid in or out.
    const expectBarBeside = (isPanelOpen: boolean, width: number) =>
      expect.poll(async () => (await bar.boundingBox())!.x > PANEL_PX).toBe(isPanelOpen && width >= TABLET_BELOW_PX);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      await expectWhole(`${width} px`);
      await page.getByRole('link', { name: 'Tools' }).click();
      await expect(tools).toBeVisible();
      await expectBarBeside(true, width);
      await expectWhole(`${width} px with the panel`);
      await bar.getByRole('switch', { name: 'Object tree' }).click();
      await expect(tree).toBeVisible();
      await expectWhole(`${width} px with panel and tree`);
      await expect
        .poll(async () => (await stage.size()).width, { message: `${width} px: room` })
        .toBeGreaterThanOrEqual(480);
      await bar.getByRole('switch', { name: 'Object tree' }).click();
      await expect(tree).toBeHidden();
      // Where there was no room for both, the tree has closed the panel, which may still slide out.
      if (new URL(page.url()).pathname === '/tools') await page.getByRole('link', { name: 'Tools' }).click();
      await expect(tools).toBeHidden();
      await expectBarBeside(false, width);
    }
  });
});

test('its menu holds the parts that do not fit', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const stage = await signedInAs('member', { site: 'ridgeway', path: '/tools', settings: COARSE_MODEL });
  await stage.settled();
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('switch', { name: 'Globe' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Globe' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('overlook.globe'))).toBe('true');
});
