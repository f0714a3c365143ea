/**
 * The demo plant is compared with its own description: the numbers from which the tiles were made determine what a
 * pixel must show and where a picked point must lie, in every layer.
 */
import { type Vec3, distance, dot } from '@overlook/shared/maths';
import { DISTANCES, FLAT_FACES, NAMED_POINTS, RED_TANK, SAMPLE_POSES } from '@overlook/server/demo/truth';
import { type Rgb, isRed } from '../../fixtures/picture.ts';
import { CAD, POINTS, SHADED, TEXTURED, above, facing, poseOf, enuFromEcef } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';

test.use({ viewport: { width: 760, height: 560 } });

const strongestChannel = (colour: Rgb): string =>
  (['r', 'g', 'b'] as const).reduce((best, key) => (colour[key] > colour[best] ? key : best));

async function pickCentre(stage: StageDriver): Promise<Vec3> {
  const { width, height } = await stage.size();
  const point = await stage.pickPoint(width / 2, height / 2);
  expect(point, 'something lies under the centre').not.toBeNull();
  return enuFromEcef(point!);
}

/** The nearest of the points around the centre: a cloud has gaps that a single ray slips through. */
async function pickNearest(stage: StageDriver, positionEcef: Vec3): Promise<Vec3> {
  const { width, height } = await stage.size();
  const offsets = [-32, -24, -16, -8, 0, 8, 16, 24, 32];
  const at = offsets.flatMap((i) => offsets.map((j) => [width / 2 + i, height / 2 + j] as const));
  const picked = (await Promise.all(at.map(([x, y]) => stage.pickPoint(x, y)))).filter((point) => point !== null);
  expect(picked.length, 'something lies around the centre').toBeGreaterThan(0);
  const nearest = picked.reduce((a, b) => (distance(a, positionEcef) <= distance(b, positionEcef) ? a : b));
  return enuFromEcef(nearest);
}

test('the demo plant has the right colours in the right places', async ({ signedInAs }) => {
  // Many views on one page.
  test.slow();
  const stage = await signedInAs('admin', { site: 'ridgeway', settings: MODEL_ONLY });
  await stage.settled();

  await test.step('turning away culls everything except the part behind', async () => {
    const before = await stage.stats();
    const { position, direction, up } = await stage.pose();
    await stage.setPose({ position, direction: direction.map((v) => -v) as Vec3, up: up.map((v) => -v) as Vec3 });
    const after = await stage.stats();
    expect(after.triangles).toBeLessThan(before.triangles / 4);
    await stage.setPose({ position, direction, up });
    expect((await stage.stats()).tilesSelected).toBe(before.tilesSelected);
  });

  await stage.setScreenSpaceError(4);
  for (const { name, pose, pointEnu, paint } of SAMPLE_POSES) {
    await test.step(name, async () => {
      await stage.setPose(poseOf(pose));
      expect(distance(await pickCentre(stage), pointEnu)).toBeLessThan(0.05);
      const picture = await stage.picture();
      // Light and weathering change the brightness of the paint but hardly its hue, so the strongest channel stays the
      // strongest. A railing or a stair may cross the exact middle.
      const strongest = strongestChannel({ r: paint[0], g: paint[1], b: paint[2] });
      const reach = { x: 20, y: 2 };
      const same = picture.find((colour) => strongestChannel(colour) === strongest, reach.x, reach.y);
      expect(same?.count).toBeGreaterThan(0.6 * (2 * reach.x + 1) * (2 * reach.y + 1));
    });
  }

  await test.step('the red band is where the description puts it, within a few pixels', async () => {
    const { pose } = SAMPLE_POSES[0]!;
    await stage.setPose(poseOf(pose));
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
});

/** Layers with how far a pick may lie off a known face, in metres. */
const LAYERS = [
  ['textured', TEXTURED, 0.001],
  ['shaded', SHADED, 0.001],
  ['points', POINTS, 0.01],
  ['CAD', CAD, 0.001],
] as const;

/** Off its plane, metres. */
async function expectOnFace(stage: StageDriver, id: number, face: (typeof FLAT_FACES)[number], tolerance: number) {
  const pose = poseOf(facing(face, 12));
  await stage.setPose(pose);
  const hit = id === POINTS ? await pickNearest(stage, pose.position) : await pickCentre(stage);
  const off = Math.abs(dot(face.normal, hit) - face.offset);
  expect(off, `${face.name}: metres off its plane`).toBeLessThan(tolerance);
}

test('known faces and distances are right in each layer', { tag: '@long' }, async ({ signedInAs }) => {
  // Many views on one page.
  test.slow();
  const stage = await signedInAs('admin', { site: 'ridgeway', settings: MODEL_ONLY });
  await stage.settled();
  for (const [layer, id, tolerance] of LAYERS) {
    await test.step(layer, async () => {
      await stage.setLayer(id);
      await stage.setScreenSpaceError(id === POINTS ? 8 : 1);
      // The CAD model has no terrain; pads are part of it only where they are objects.
      for (const face of FLAT_FACES)
        if (id !== CAD || !face.name.includes('pad')) await expectOnFace(stage, id, face, tolerance);
      const { from, to, metres } = DISTANCES[0]!;
      const ends: Vec3[] = [];
      for (const name of [from, to]) {
        const pose = poseOf(above(NAMED_POINTS[name]!, 15));
        await stage.setPose(pose);
        ends.push(id === POINTS ? await pickNearest(stage, pose.position) : await pickCentre(stage));
      }
      // Domes are facets: each end may be off by the geometric error of the finest tiles, 3 cm.
      expect(Math.abs(distance(ends[0]!, ends[1]!) - metres)).toBeLessThan(id === POINTS ? 0.25 : 0.06);
    });
  }

  await test.step('CAD objects answer with their feature, and two with two', async () => {
    await stage.setScreenSpaceError(2);
    const ids: (number | null)[] = [];
    for (const { pose } of SAMPLE_POSES) {
      await stage.setPose(poseOf(pose));
      const { width, height } = await stage.size();
      ids.push((await stage.pick(width / 2, height / 2))?.featureId ?? null);
    }
    expect(ids.every((id) => id !== null)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
