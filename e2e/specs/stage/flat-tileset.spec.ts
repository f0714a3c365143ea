/** A root with many tiles directly below it: existing tiles are drawn, and the root is drawn where one is missing. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { blobBytes } from '../../fixtures/blob-bytes.ts';
import { leafCentre, writeFlatTileset } from '../../fixtures/flat-tileset.ts';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { DOWN, poseOf, SIZE, type StageWindow } from '../../fixtures/quadtree-stage.ts';
import { ROOT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const isBlue = ({ r, g, b }: Rgb) => b > 150 && r < 120 && g < 140;
/** Encoded for the screen; the page behind is 128. */
const isGrey = ({ r, g, b }: Rgb) => [r, g, b].every((value) => value > 160 && value < 215);

async function open(page: Page, name: string): Promise<void> {
  await page.evaluate(
    async ({ origin, homePose, url }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      w.stage.setSite({ origin, homePose, layers: [{ modeltypeId: 3, url }] });
      w.stage.update({ layerId: 3, screenSpaceErrorPx: 2 });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, homePose: poseOf(DOWN), url: `/tiles/${name}/tileset.json` },
  );
}

async function picture(page: Page, name: string): Promise<Picture> {
  const blob = await page.evaluateHandle(() => (window as unknown as StageWindow).stage.screenshot());
  const body = await blobBytes(blob);
  await writeFile(test.info().outputPath(`${name}.jpg`), body);
  return Picture.decode(body);
}

for (const { perSide, missing, how } of [
  { perSide: 4, missing: ['leaf_1_1', 'leaf_2_0'], how: 'in the uniforms of the shader' },
  { perSide: 7, missing: ['leaf_1_1', 'leaf_5_2', 'leaf_0_6'], how: 'in its uniform buffer' },
  { perSide: 17, missing: ['leaf_3_3', 'leaf_4_3', 'leaf_12_9'], how: 'that are too many for it' },
]) {
  test(`${perSide ** 2} tiles below one: ${missing.length} that are missing leave the root to show, by boxes ${how}`, async ({
    page,
  }) => {
    const folder = path.join(ROOT, `.cache/flat-${perSide}`);
    await writeFlatTileset(folder, perSide);
    const control = await openHarness(page, { flat: folder });
    control.serve = (url) => (missing.some((name) => url.endsWith(`/${name}.glb`)) ? { status: 404 } : null);
    await open(page, 'flat');
    const seen = await picture(page, `${perSide ** 2} tiles`);
    for (let column = 0; column < perSide; column++) {
      for (let row = 0; row < perSide; row++) {
        const name = `leaf_${column}_${row}`;
        const colour = seen.at(...pixelOf([...leafCentre(perSide, column, row), 0], DOWN, SIZE));
        const isRight = missing.includes(name) ? isGrey : isBlue;
        expect(isRight(colour), `${name} is ${JSON.stringify(colour)}`).toBe(true);
      }
    }
  });
}
