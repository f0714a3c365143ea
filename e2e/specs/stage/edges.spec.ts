/**
 * Edges, against the plant's own description: the sides of a tank are where lines of sight touch its cylinder, and its coloured
 * band is an object between two others, with its two joints at known heights.
 */
import type { Page } from '@playwright/test';
import type { EdgeMode } from '@overlook/shared/config';
import { type Vec3, add, normalize, subtract } from '@overlook/shared/maths';
import { describeSite } from '@overlook/server/demo/sites';
import { NAMED_POINTS, RED_TANK } from '@overlook/server/demo/truth';
import type { StagePatch } from '@overlook/engine';
import { seenWith } from '../../fixtures/made-scene.ts';
import { Picture } from '../../fixtures/picture.ts';
import { openPlantStage } from '../../fixtures/plant-stage.ts';
import { CAD, pixelOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import type { StageWindow, View } from '../../fixtures/quadtree-stage.ts';
import { standardSun } from '../../fixtures/standard-sun.ts';
import { expect, session, test } from '../../fixtures/test.ts';

const SIZE = { width: 320, height: 200 };
test.use({ viewport: SIZE });

const [EAST, NORTH] = RED_TANK.centreEnu;
const HEIGHT = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
const AWAY = 25;
/** Level, from the south, at the height of the middle of the band. */
const POSE = poseOf({ position: [EAST, NORTH - AWAY, HEIGHT], direction: [0, 1, 0], up: [0, 0, 1] });
const PX_PER_TANGENT = SIZE.height / (2 * Math.tan(Math.PI / 6));
const MIDDLE = [SIZE.width / 2, SIZE.height / 2] as const;
/** Column of the western side; another tank is behind it. */
const SIDE = MIDDLE[0] - (PX_PER_TANGENT * RED_TANK.radius) / Math.sqrt(AWAY ** 2 - RED_TANK.radius ** 2);
/** Rows of the two joints, where the tank is nearest. */
const JOINTS = [-1, 1].map(
  (sign) => MIDDLE[1] + (sign * PX_PER_TANGENT * (RED_TANK.bandTop - HEIGHT)) / (AWAY - RED_TANK.radius),
);

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, i) => Math.ceil(from) + i);

async function seen(page: Page, edges: EdgeMode, path: string): Promise<Picture> {
  await page.evaluate(async (mode) => {
    const { stage } = window as unknown as StageWindow;
    stage.update({ edges: mode });
    await stage.refined();
  }, edges);
  return Picture.decode(await page.screenshot({ path }));
}

/** Red, green and blue together. */
const sumAt = (picture: Picture, x: number, y: number): number => {
  const { r, g, b } = picture.at(x, y);
  return r + g + b;
};

test('edges are drawn where a tank ends and where its parts meet, and nowhere between', async ({ page }, info) => {
  test.slow();
  await openPlantStage(page, await session(page.request, 'member'), { layer: CAD, maxPixelRatio: 1, errorPx: 0.5 });
  await page.evaluate((pose) => {
    const { stage } = window as unknown as StageWindow;
    stage.update({ isRefinedAtRest: false });
    stage.setPose(pose);
  }, POSE);
  const plain = await seen(page, 'off', info.outputPath('plain.png'));
  const edged = await seen(page, 'on', info.outputPath('edges.png'));
  const isEdge = (x: number, y: number): boolean => sumAt(edged, x, y) < 0.7 * sumAt(plain, x, y);
  const [upper, lower] = JOINTS as [number, number];

  await test.step('along the side', () => {
    for (const row of range(MIDDLE[1] - 4, MIDDLE[1] + 4)) {
      const columns = range(SIDE - 2.5, SIDE + 1.5).filter((x) => isEdge(x, row));
      expect(columns.length, `row ${row}, side at ${SIDE}`).toBeGreaterThan(0);
    }
  });

  await test.step('along both joints', () => {
    for (const joint of [upper, lower]) {
      for (const column of range(MIDDLE[0] - 10, MIDDLE[0] + 10)) {
        const rows = range(joint - 2, joint + 1).filter((y) => isEdge(column, y));
        expect(rows.length, `column ${column}, joint at ${joint}`).toBeGreaterThan(0);
      }
    }
  });

  await test.step('not on the band itself', () => {
    const reach = MIDDLE[0] - SIDE - 4;
    for (const y of range(MIDDLE[1] - 4, MIDDLE[1] + 4)) {
      for (const x of range(MIDDLE[0] - reach, MIDDLE[0] + reach)) {
        expect(edged.at(x, y), `column ${x} of row ${y}`).toEqual(plain.at(x, y));
      }
    }
  });

  await test.step('not along the border of the view, where flat ground goes on', () => {
    for (const x of range(10, 60)) {
      expect(edged.at(x, SIZE.height - 1), `column ${x}`).toEqual(plain.at(x, SIZE.height - 1));
    }
  });

  await test.step('nowhere when they are off again', async () => {
    const again = await seen(page, 'off', info.outputPath('again.png'));
    const isSame = range(0, SIZE.height - 1).every((y) =>
      range(0, SIZE.width - 1).every((x) => sumAt(again, x, y) === sumAt(plain, x, y)),
    );
    expect(isSame).toBe(true);
  });

  await test.step('a drawing has the same edges in black, and white in place of all else', async () => {
    const drawing = await seen(page, 'drawing', info.outputPath('drawing.png'));
    const isBlack = (x: number, y: number): boolean => sumAt(drawing, x, y) < 30;
    for (const joint of [upper, lower]) {
      const rows = range(joint - 2, joint + 1).filter((y) => isBlack(MIDDLE[0], y));
      expect(rows.length, `joint at ${joint}`).toBeGreaterThan(0);
    }
    expect(range(SIDE - 2.5, SIDE + 1.5).some((x) => isBlack(x, MIDDLE[1]))).toBe(true);
    const reach = MIDDLE[0] - SIDE - 4;
    for (const x of range(MIDDLE[0] - reach, MIDDLE[0] + reach)) {
      expect(drawing.at(x, MIDDLE[1]), `column ${x}`).toEqual({ r: 255, g: 255, b: 255 });
    }
    // The sky, behind which the page is dark.
    expect(drawing.at(3, 3)).toEqual({ r: 255, g: 255, b: 255 });
  });

  await test.step('the sun is kept from it by the next tank up to a height that follows from both, until a section takes that away', async () => {
    const { toSun } = standardSun(describeSite('ridgeway').origin.latitude);
    const next = NAMED_POINTS['T-101 roof centre']!;
    const other = { east: next[0], north: next[1], radius: 14, height: 14 };
    /** The side of the red tank that faces the other one. */
    const wall = (height: number): Vec3 => [EAST - RED_TANK.radius, NORTH, height];
    const level = normalize([toSun[0], toSun[1], 0]);
    const away = [other.east - wall(0)[0], other.north - wall(0)[1]] as const;
    const along = away[0] * level[0] + away[1] * level[1];
    const beside = away[0] * level[1] - away[1] * level[0];
    // From the wall towards the sun to the shell of the other tank.
    const gap = along - Math.sqrt(other.radius ** 2 - beside ** 2);
    const shadowTop = other.height - (gap * toSun[2]) / Math.hypot(toSun[0], toSun[1]);
    expect(shadowTop).toBeGreaterThan(4);
    const view: View = {
      position: [EAST - RED_TANK.radius - 8.5, NORTH, shadowTop],
      direction: [1, 0, 0],
      up: [0, 0, 1],
    };
    const shot = async (patch: StagePatch, name: string) => {
      await page.evaluate((pose) => (window as unknown as StageWindow).stage.setPose(pose), poseOf(view));
      return seenWith(page, patch, name);
    };
    const rest = (lit: Picture, shaded: Picture, height: number): number => {
      const [x, y] = pixelOf(wall(height), view, SIZE);
      return shaded.around(x, y, 1).g / lit.around(x, y, 1).g;
    };
    const open = await shot({ edges: 'off', ambientOcclusion: 'off', sunShadows: 'off' }, 'sun-open');
    const shaded = await shot({ sunShadows: 'on' }, 'sun-shaded');
    for (const below of [0.6, 1.5, 3]) expect(rest(open, shaded, shadowTop - below), `-${below}`).toBeLessThan(0.7);
    for (const above of [0.6, 1.5, 3]) expect(rest(open, shaded, shadowTop + above), `+${above}`).toBeGreaterThan(0.97);
    const between = [(wall(0)[0] + other.east + other.radius) / 2, NORTH, 0] as Vec3;
    const plane = {
      pointEcef: ecefFromEnu(between),
      normalEcef: subtract(ecefFromEnu(add(between, [1, 0, 0])), ecefFromEnu(between)),
    };
    const cut = await shot({ section: { box: null, planes: [plane] } }, 'sun-cut');
    for (const below of [0.6, 1.5, 3])
      expect(rest(open, cut, shadowTop - below), `cut, -${below}`).toBeGreaterThan(0.97);
  });
});
