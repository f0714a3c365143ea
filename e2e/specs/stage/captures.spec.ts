/** A layer of two dates: stepped through, compared with itself, measured on, and named by links. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { llaFromEcef } from '@overlook/shared/maths';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { obliqueView } from '../../fixtures/oblique-view.ts';
import { plateArchive } from '../../fixtures/own-model-files.ts';
import { expect, test } from '../../fixtures/own-server.ts';
import { ecefFromEnu } from '../../fixtures/plant.ts';
import { overlook } from '../../fixtures/server.ts';
import { type Place, StageDriver } from '../../fixtures/stage-driver.ts';
import { Tools } from '../../fixtures/tools.ts';

test.use({ viewport: { width: 1440, height: 700 } });

/** A plate that was raised by a metre between the captures. */
const PLATES = [
  { captured: '2026-03-14', height: 20 },
  { captured: '2026-09-26', height: 21 },
];
const VIEW = obliqueView(llaFromEcef(ecefFromEnu([0, 0, 20.5])), 9);

let folder: string;
test.beforeAll(async ({ ownServer }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-captures-'));
  for (const { captured, height } of PLATES) {
    const file = path.join(folder, `${captured}.3tz`);
    await writeFile(file, plateArchive([0, 0, height]));
    await overlook(['site', 'import', 'plate', '--name', 'Plate', '--textured', file, '--captured', captured], {
      DATA_DIR: ownServer.dataDir,
    });
  }
});
test.afterAll(() => rm(folder, { recursive: true }));

const date = (page: Page, name = 'Date') => page.getByRole('slider', { name, exact: true });

test('a layer of two dates', async ({ page, ownServer, openAs }) => {
  test.slow();
  const stage = new StageDriver(page);
  const heightAt = async (place: Place): Promise<number> => {
    const point = await stage.pickPoint(...place);
    return point ? llaFromEcef(point).height - llaFromEcef(ecefFromEnu([0, 0, 0])).height : Number.NaN;
  };
  const camera = [VIEW.position, VIEW.direction, VIEW.up].flat().join();
  await openAs(await ownServer.createPerson({ isAdmin: true }), `/?v=1&site=plate&layers=3&cam=${camera}`);
  await stage.settled();
  await expect(date(page)).toHaveAttribute('aria-valuetext', '26 Sep 2026');
  // The bar has taken its room from the stage.
  await stage.settled();
  /** So many pixels right of the middle of the stage. */
  const besideMiddle = async (px: number): Promise<Place> => {
    const { width, height } = await stage.size();
    return [width / 2 + px, height / 2];
  };

  await test.step('keys go through them, and the address names the date', async () => {
    expect(await heightAt(await besideMiddle(0))).toBeCloseTo(21, 1);
    expect(new URL(page.url()).searchParams.has('at')).toBe(false);
    await stage.region.focus();
    await page.keyboard.press('-');
    await expect(page.getByRole('application', { name: 'Screen 1, Textured 14 Mar 2026' })).toBeVisible();
    await stage.settled();
    expect(await heightAt(await besideMiddle(0))).toBeCloseTo(20, 1);
    await expect(page).toHaveURL(/[?&]at=2026-03-14(&|$)/);
    await expectAccessible(page);
  });

  await test.step('a script goes through them too', async () => {
    const show = (day: string | null) => page.evaluate((at) => window.overlook!.setMoment(at), day);
    await show(null);
    await stage.settled();
    expect(await heightAt(await besideMiddle(0))).toBeCloseTo(21, 1);
    await show('2026-03-14');
    await stage.settled();
    expect(await heightAt(await besideMiddle(0))).toBeCloseTo(20, 1);
    await expect(show('2026-03-15')).rejects.toThrow('There is no capture of 2026-03-15 here');
  });

  await test.step('a measurement says on which one it was made', async () => {
    const tools = new Tools(page);
    await page.keyboard.press('t');
    // Before, a click is not for the tool.
    await expect(page.getByText('Click to add a point')).toBeVisible();
    await stage.panelDocked();
    await stage.settled();
    await stage.click(await besideMiddle(-40));
    await stage.click(await besideMiddle(40));
    await expect(tools.card('Measure Mode')).toContainText('Measured on the capture of 14 Mar 2026.');
    const [head, ...rows] = await tools.exportedRows();
    expect(rows.map((row) => row[head!.indexOf('captured')])).toEqual(['2026-03-14', '2026-03-14']);
    await page.getByRole('link', { name: 'Tools' }).click();
  });

  await test.step('a swipe compares the layer with itself, and a link to it shows the same', async () => {
    await stage.region.focus();
    await page.keyboard.press('v');
    await expect(page.getByRole('toolbar', { name: 'Swipe' })).toContainText('196 days apart');
    await stage.settled();
    const sides = async () => [
      Math.round(await heightAt(await besideMiddle(-40))),
      Math.round(await heightAt(await besideMiddle(40))),
    ];
    expect(await sides()).toEqual([20, 21]);
    await page.keyboard.press('=');
    await page.keyboard.press('Shift+Minus');
    await expect(date(page, 'Date, right')).toHaveAttribute('aria-valuetext', '14 Mar 2026');
    await stage.settled();
    expect(await sides()).toEqual([21, 20]);
    await expect(page).toHaveURL(/[?&]swipe=3,50,0,2026-03-14(&|$)/);
    const address = page.url();
    await page.goto(address);
    await stage.settled();
    expect(await sides()).toEqual([21, 20]);
    expect(page.url()).toBe(address);
  });

  await test.step('a phone has a row of dates', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('switch', { name: 'Captures' }).click();
    await page.getByRole('switch', { name: 'Swipe two captures' }).click();
    await expect(page.getByRole('button', { name: '14 Mar 2026' })).toHaveCount(1);
    await page.getByRole('button', { name: '14 Mar 2026' }).click();
    await expect(page.getByText('Textured, 14 Mar 2026')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});
