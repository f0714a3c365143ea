/**
 * Point clouds look solid: the demo plant is compared with its textured mesh, and a generated cloud has known gaps.
 * Points are drawn in full only in stills, so the tests look at stills.
 */
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type Vec3, cross, normalize, subtract, transformPoint } from '@overlook/shared/maths';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { openPlantCloud, openPlantStage } from '../../fixtures/plant-stage.ts';
import { pixelOf, poseOf } from '../../fixtures/plant.ts';
import { writePlainPoints } from '../../fixtures/point-tileset.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { FRAME, poseOf as poseAt, type StageWindow } from '../../fixtures/quadtree-stage.ts';
import { MADE_DIR } from '../../fixtures/server.ts';
import { expect, session, test } from '../../fixtures/test.ts';

const SIZE = { width: 640, height: 400 };

const looking = (position: Vec3, at: Vec3) => {
  const direction = normalize(subtract(at, position));
  return poseOf({ position, direction, up: cross(normalize(cross(direction, [0, 0, 1])), direction) });
};
const VIEWS = {
  'over the pipe rack': looking([-60, -75, 28], [10, 0, 4]),
  'among the tanks': looking([-20, -40, 9], [12, 5, 3]),
};

/** The background behind the model, in a colour that the plant does not have. */
const isOpen = ({ r, g, b }: Rgb): boolean => r - g > 128 && b - g > 128;

/** A view at rest, with magenta where nothing is drawn. */
async function shot(page: Page, file: string, isRefinedAtRest: boolean): Promise<Picture> {
  await page.evaluate(
    async ([{ width, height }, isStill]) => {
      const { stage, container } = window as unknown as StageWindow;
      Object.assign(container.style, { width: `${width}px`, height: `${height}px`, background: 'rgb(255, 0, 255)' });
      stage.update({ isRefinedAtRest: isStill });
      await new Promise(requestAnimationFrame);
      await stage.idle();
      await stage.refined();
    },
    [SIZE, isRefinedAtRest] as const,
  );
  return Picture.decode(await page.screenshot({ path: test.info().outputPath(`${file}.png`) }));
}

/** Whether all of the square of `2 × reach + 1` pixels around a place shows the model. */
function isWithin(picture: Picture, x: number, y: number, reach: number): boolean {
  for (let j = -reach; j <= reach; j++)
    for (let i = -reach; i <= reach; i++) if (isOpen(picture.at(x + i, y + j))) return false;
  return true;
}

/**
 * Share of the pixels well inside of the mesh through which the cloud lets one see. In each column it is looked at from its first point
 * downwards: the ground of the mesh reaches farther, to the horizon.
 */
function holeShare(cloud: Picture, mesh: Picture): number {
  const reach = 4;
  let [inside, holes] = [0, 0];
  for (let x = reach; x < SIZE.width - reach; x++) {
    let hasBegun = false;
    for (let y = reach; y < SIZE.height - reach; y++) {
      const isHole = isOpen(cloud.at(x, y));
      hasBegun ||= !isHole;
      if (!hasBegun || !isWithin(mesh, x, y, reach)) continue;
      inside++;
      if (isHole) holes++;
    }
  }
  return holes / inside;
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(SIZE);
  return page;
}

test('one does not see through the cloud of the demo plant', { tag: '@long' }, async ({ context }) => {
  test.slow();
  const [cloud, mesh] = [await openPage(context), await openPage(context)];
  await openPlantCloud(cloud, await session(cloud.request, 'member'));
  await openPlantStage(mesh, await session(mesh.request, 'member'));
  for (const [name, pose] of Object.entries(VIEWS)) {
    const pictures: Picture[] = [];
    for (const page of [cloud, mesh]) {
      await page.bringToFront();
      await page.evaluate((to) => (window as unknown as StageWindow).stage.setPose(to), pose);
      const isCloud = page === cloud;
      pictures.push(await shot(page, `${name}, ${isCloud ? 'cloud' : 'mesh'}`, isCloud));
    }
    const share = holeShare(pictures[0]!, pictures[1]!);
    test.info().annotations.push({ type: `holes ${name}`, description: `${(100 * share).toFixed(2)} %` });
    expect.soft(share, name).toBeLessThan(0.01);
  }
});

/** A wall of points 0.1 m apart, seen square on from where these are two pixels. */
const STEP = 0.1;
const DOWN = { position: [0, 0, 8.66] as Vec3, direction: [0, 0, -1] as Vec3, up: [0, 1, 0] as Vec3 };

/** Places without points: all gaps of three steps but the wide hole. */
const isMissing = (x: number, y: number): boolean => {
  const isSmallHole = Math.abs(x + 3) < 0.16 && Math.abs(y) < 0.16;
  const isWideHole = Math.abs(x) < 0.66 && Math.abs(y) < 0.66;
  const isSlit = Math.abs(x - 3) < 0.16;
  return isSmallHole || isWideHole || isSlit;
};

test('gaps between points are closed, and slits and holes are not; picks agree with the picture', async ({ page }) => {
  const positions: number[] = [];
  for (let i = -60; i <= 60; i++)
    for (let j = -35; j <= 35; j++) if (!isMissing(i * STEP, j * STEP)) positions.push(i * STEP, j * STEP, 0);
  const folder = path.join(MADE_DIR, 'gaps');
  await writePlainPoints(folder, positions);
  await page.setViewportSize(SIZE);
  await openHarness(page, { gaps: folder });
  await page.evaluate(
    async ({ origin, homePose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      w.stage.setSite({ origin, homePose, layers: [{ modeltypeId: 1, url: '/tiles/gaps/tileset.json' }] });
      w.stage.update({ layerId: 1 });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, homePose: poseAt({ ...DOWN, position: [0, 0, 2 * DOWN.position[2]] }) },
  );
  const picture = await shot(page, 'gaps', true);
  const view = { ...DOWN, position: [0, 0, 2 * DOWN.position[2]] as Vec3 };
  const places = { wall: [-5, 2], smallHole: [-3, 0], wideHole: [0, 0], slit: [3, 1], outside: [6.5, 0] } as const;
  const seen = Object.entries(places).map(([name, [x, y]]) => {
    const [px, py] = pixelOf([x, y, 0], view, SIZE).map(Math.floor) as [number, number];
    return { name, px, py, isOpen: isOpen(picture.at(px, py)) };
  });
  expect(seen.filter((place) => place.isOpen).map(({ name }) => name)).toEqual(['wideHole', 'slit', 'outside']);
  const picks = await page.evaluate(
    (all) =>
      all.map(({ px, py }) => (window as unknown as StageWindow).stage.pick(px + 0.5, py + 0.5)?.pointEcef ?? null),
    seen,
  );
  const distances = picks.map((pick, i) => {
    const [x, y] = Object.values(places)[i]!;
    return pick && Math.hypot(...subtract(transformPoint(FRAME.enuFromEcef, pick), [x, y, 0]));
  });
  // In a closed gap the nearest point is picked, where it is wider than that nothing.
  expect(distances[0]).toBeLessThan(STEP);
  expect(distances[1]).toBeLessThan(2.5 * STEP);
  expect([distances[2], distances[4]]).toEqual([null, null]);
});
