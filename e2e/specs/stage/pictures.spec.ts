/**
 * The demo plant against its own description: the same numbers that the tiles were made from say what a pixel must show
 * and where a picked point must lie, in every layer.
 */
import { type Pose, type Vec3, distance, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import { describeSite } from '../../../server/src/demo/plant/sites.ts';
import { DISTANCES, FLAT_FACES, NAMED_POINTS, RED_TANK, SAMPLE_POSES } from '../../../server/src/demo/plant/truth.ts';
import type { EnuPose } from '../../../server/src/demo/plant/types.ts';
import { type Rgb, isRed } from '../../fixtures/picture.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';

const frame = enuFrame(describeSite('ridgeway').origin);
const TEXTURED = 3;
const SHADED = 2;
const POINTS = 1;
const CAD = 4;

test.use({ viewport: { width: 760, height: 560 } });

const toEcef = ({ position, direction, up }: EnuPose): Pose => ({
  position: transformPoint(frame.toEcef, position),
  direction: transformDirection(frame.toEcef, direction),
  up: transformDirection(frame.toEcef, up),
});

/** Straight down on a point from a height above it, north up. */
const above = (point: Vec3, height: number): Pose =>
  toEcef({ position: [point[0], point[1], point[2] + height], direction: [0, 0, -1], up: [0, 1, 0] });

const strongestChannel = (colour: Rgb): string =>
  (['r', 'g', 'b'] as const).reduce((best, key) => (colour[key] > colour[best] ? key : best));

async function pickCentre(stage: StageDriver): Promise<Vec3> {
  const { width, height } = await stage.size();
  const point = await stage.pickPoint(width / 2, height / 2);
  expect(point, 'something lies under the centre').not.toBeNull();
  return transformPoint(frame.fromEcef, point!);
}

/** The nearest of the points around the centre: a cloud has gaps that a single ray slips through. */
async function pickNearest(stage: StageDriver, positionEcef: Vec3): Promise<Vec3> {
  const { width, height } = await stage.size();
  const offsets = [-32, -24, -16, -8, 0, 8, 16, 24, 32];
  const at = offsets.flatMap((i) => offsets.map((j) => [width / 2 + i, height / 2 + j] as const));
  const picked = (await Promise.all(at.map(([x, y]) => stage.pickPoint(x, y)))).filter((point) => point !== null);
  expect(picked.length, 'something lies around the centre').toBeGreaterThan(0);
  const nearest = picked.reduce((a, b) => (distance(a, positionEcef) <= distance(b, positionEcef) ? a : b));
  return transformPoint(frame.fromEcef, nearest);
}

test.describe('the demo plant', () => {
  test.beforeEach(async ({ signedInAs }) => {
    const stage = await signedInAs('admin', { site: 'ridgeway' });
    await stage.settled();
  });

  for (const { name, pose, pointEnu, paint } of SAMPLE_POSES) {
    test(`${name}: the right colour, in the right place`, async ({ stage }) => {
      await stage.setPose(toEcef(pose));
      await stage.setScreenSpaceError(4);
      expect(distance(await pickCentre(stage), pointEnu)).toBeLessThan(0.05);
      const picture = await stage.picture();
      // Light and weathering change how bright the paint is, hardly its hue: the strongest channel stays the strongest. A
      // railing or a stair may cross the very middle.
      const strongest = strongestChannel({ r: paint[0], g: paint[1], b: paint[2] });
      const reach = { x: 20, y: 2 };
      const same = picture.find((colour) => strongestChannel(colour) === strongest, reach.x, reach.y);
      expect(same?.count).toBeGreaterThan(0.6 * (2 * reach.x + 1) * (2 * reach.y + 1));
    });
  }

  test('the red band is where the description puts it, within a few pixels', async ({ stage }) => {
    const { pose } = SAMPLE_POSES[0]!;
    await stage.setPose(toEcef(pose));
    await stage.setScreenSpaceError(4);
    const picture = await stage.picture();
    // The tank's half width in pixels; pipes to its right are red too.
    const perMetre = picture.height / (2 * Math.tan(Math.PI / 6)) / distance(pose.position, RED_TANK.centreEnu);
    const red = picture.find(isRed, Math.round(RED_TANK.radius * perMetre), 40)!;
    expect(red.count).toBeGreaterThan(500);
    expect(Math.abs(red.x - picture.width / 2)).toBeLessThan(6);
    expect(Math.abs(red.y - picture.height / 2)).toBeLessThan(6);
    // Its height in pixels: band height over distance to the near side, at 60° vertical field of view.
    const near = distance(pose.position, SAMPLE_POSES[0]!.pointEnu);
    const expected = ((RED_TANK.bandTop - RED_TANK.bandBottom) / near / (2 * Math.tan(Math.PI / 6))) * picture.height;
    let rows = 0;
    for (let y = 0; y < picture.height; y++) if (isRed(picture.around(picture.width / 2, y, 0))) rows++;
    expect(Math.abs(rows - expected)).toBeLessThan(Math.max(4, expected * 0.15));
  });

  test('turning away culls everything but what lies behind', async ({ stage }) => {
    const before = await stage.stats();
    const { position, direction, up } = await stage.pose();
    await stage.setPose({ position, direction: direction.map((v) => -v) as Vec3, up: up.map((v) => -v) as Vec3 });
    const after = await stage.stats();
    expect(after.triangles).toBeLessThan(before.triangles / 4);
    await stage.setPose({ position, direction, up });
    expect((await stage.stats()).tilesSelected).toBe(before.tilesSelected);
  });

  for (const [layer, id, tolerance] of [
    ['textured', TEXTURED, 0.001],
    ['shaded', SHADED, 0.001],
    ['CAD', CAD, 0.001],
    ['points', POINTS, 0.01],
  ] as const) {
    test(`known faces and distances come out right in ${layer}`, async ({ stage }) => {
      await stage.setLayer(id);
      await stage.setScreenSpaceError(id === POINTS ? 8 : 1);
      for (const { name, corner, edgeU, edgeV, normal, offset } of FLAT_FACES) {
        // The CAD model has no terrain; pads are part of it only where they are objects.
        if (id === CAD && name.includes('pad')) continue;
        const centre = [0, 1, 2].map((k) => corner[k]! + (edgeU[k]! + edgeV[k]!) / 2) as Vec3;
        const from = centre.map((v, k) => v + normal[k]! * 12) as Vec3;
        const direction = normal.map((v) => -v) as Vec3;
        const up: Vec3 = Math.abs(normal[2]) > 0.5 ? [0, 1, 0] : [0, 0, 1];
        const pose = toEcef({ position: from, direction, up });
        await stage.setPose(pose);
        const hit = id === POINTS ? await pickNearest(stage, pose.position) : await pickCentre(stage);
        const off = Math.abs(normal[0] * hit[0] + normal[1] * hit[1] + normal[2] * hit[2] - offset);
        expect(off, `${name}: metres off its plane`).toBeLessThan(tolerance);
      }
      const { from, to, metres } = DISTANCES[0]!;
      const ends: Vec3[] = [];
      for (const name of [from, to]) {
        const pose = above(NAMED_POINTS[name]!, 15);
        await stage.setPose(pose);
        ends.push(id === POINTS ? await pickNearest(stage, pose.position) : await pickCentre(stage));
      }
      // Domes are facets: each end may be off by the geometric error of the finest tiles, 3 cm.
      expect(Math.abs(distance(ends[0]!, ends[1]!) - metres)).toBeLessThan(id === POINTS ? 0.25 : 0.06);
    });
  }

  test('CAD objects answer with their feature, and two with two', async ({ stage }) => {
    await stage.setLayer(CAD);
    await stage.setScreenSpaceError(2);
    const ids: (number | null)[] = [];
    for (const { pose } of SAMPLE_POSES) {
      await stage.setPose(toEcef(pose));
      const { width, height } = await stage.size();
      ids.push((await stage.pick(width / 2, height / 2))?.featureId ?? null);
    }
    expect(ids.every((id) => id !== null)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
