/**
 * Soft shade in corners, and shadows of the sun: a floor of 20 m with a wall of 6 m, seen from above. Where the sun stands is worked out
 * here once more, from the formulas of a sphere.
 */
import { type Vec3, normalize } from '@overlook/shared/maths';
import { loseContext } from '../../fixtures/graphics-context.ts';
import { type MadeSurface, openMadeScene, seenWith, square } from '../../fixtures/made-scene.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { DOWN, SIZE, type StageWindow, type View } from '../../fixtures/quadtree-stage.ts';
import { standardSun } from '../../fixtures/standard-sun.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: SIZE });

const material = {
  pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1], metallicFactor: 0, roughnessFactor: 1 },
};
const FLOOR: MadeSurface = { ...square([0, 0, 0], [10, 0, 0], [0, 10, 0]), material };
const WALL: MadeSurface = { ...square([0, 10, 3], [10, 0, 0], [0, 0, 3]), material };
const VIEW: View = { position: [0, -8, 12], direction: normalize([0, 13, -10]), up: normalize([0, 10, 13]) };

test('a floor is darker at the foot of a wall, softly, and not where it is open or seen at a slant', async ({
  page,
}) => {
  await openMadeScene(page, { surfaces: [FLOOR, WALL] }, VIEW);
  const plain = await seenWith(page, { isRefinedAtRest: false, ambientOcclusion: 'off' }, 'plain');
  const shaded = await seenWith(page, { ambientOcclusion: 'on' }, 'shaded');
  /** Brightness with the shade, of that without. */
  const rest = (point: Vec3): number => {
    const [x, y] = pixelOf(point, VIEW, SIZE);
    return shaded.around(x, y, 1).g / plain.around(x, y, 1).g;
  };
  const away = [0.25, 0.8, 1.6, 5].map((metres) => rest([1, 10 - metres, 0]));
  expect(away[0]).toBeLessThan(0.88);
  expect(away[1]).toBeGreaterThan(away[0]!);
  expect(away[2]).toBeGreaterThan(away[1]! - 0.005);
  expect(away[3]).toBe(1);
  expect(rest([1, 10, 0.25])).toBeLessThan(0.92);
  expect(rest([1, 10, 4])).toBe(1);
  // The border of a floor with nothing behind it is not darkened.
  expect(rest([-9.7, 0, 0])).toBe(1);
});

test('where the processor draws, a view has it when it rests', async ({ page }) => {
  await openMadeScene(page, { surfaces: [FLOOR, WALL] }, VIEW);
  const moving = await seenWith(page, { isRefinedAtRest: false }, 'moving');
  const still = await seenWith(page, { isRefinedAtRest: true }, 'still');
  const [x, y] = pixelOf([1, 9.75, 0], VIEW, SIZE);
  expect(still.at(x, y).g).toBeLessThan(0.9 * moving.at(x, y).g);
  const open = pixelOf([1, 4, 0], VIEW, SIZE);
  expect(Math.abs(still.at(...open).g - moving.at(...open).g)).toBeLessThan(2);
});

/** Across the middle of the floor, 8 m long. */
const SCREEN_WALL: MadeSurface = {
  ...square([-5, 0, 3], [0, 4, 0], [0, 0, 3]),
  material: { ...material, doubleSided: true },
};

test('a wall keeps the sun from the ground as far as its height says, on the side away from the sun', async ({
  page,
}) => {
  await openMadeScene(page, { surfaces: [FLOOR, SCREEN_WALL] }, DOWN);
  const plain = { isRefinedAtRest: false, ambientOcclusion: 'off', sunShadows: 'off' } as const;
  const open = await seenWith(page, plain, 'open');
  const shaded = await seenWith(page, { ...plain, sunShadows: 'on' }, 'shaded');
  const { toSun } = standardSun(QUADTREE_ORIGIN.latitude);
  /** Brightness with the shadow, of that without, on the ground. */
  const rest = (picture: typeof open, at: Vec3, of = open): number => {
    const [x, y] = pixelOf(at, DOWN, SIZE);
    return picture.around(x, y, 0).g / of.around(x, y, 0).g;
  };
  /** Where the shadow of the middle of the wall's top falls. */
  const end: Vec3 = [-5 - (6 * toSun[0]) / toSun[2], -(6 * toSun[1]) / toSun[2], 0];
  expect(end[0]).toBeGreaterThan(0);
  const along = (share: number): Vec3 => [-5 + share * (end[0] + 5), share * end[1], 0];
  for (const share of [0.3, 0.6, 0.9]) expect(rest(shaded, along(share)), `${share}`).toBeLessThan(0.72);
  for (const share of [1.1, 1.4]) expect(rest(shaded, along(share)), `${share}`).toBeGreaterThan(0.98);
  expect(rest(shaded, [-8, 0, 0])).toBeGreaterThan(0.98);
  expect(rest(shaded, [-2, 8, 0])).toBeGreaterThan(0.98);

  // In the morning the sun is on the other side.
  const sunTime = { day: '2026-01-10', minutes: 8 * 60 };
  const openMorning = await seenWith(page, { ...plain, sunTime }, 'open-morning');
  const morning = await seenWith(page, { ...plain, sunTime, sunShadows: 'on' }, 'morning');
  expect(rest(morning, [-7, 0, 0], openMorning)).toBeLessThan(0.75);
  expect(rest(morning, along(0.6), openMorning)).toBeGreaterThan(0.98);
  // At night there is light enough to see the ground, and no sun.
  const night = await seenWith(
    page,
    { ...plain, sunTime: { day: '2026-01-10', minutes: 0 }, sunShadows: 'on' },
    'night',
  );
  const [x, y] = pixelOf(along(0.6), DOWN, SIZE);
  expect(night.at(x, y).g).toBeGreaterThan(60);
  expect(night.at(x, y).g).toBeLessThan(open.at(x, y).g * 0.7);
});

test('after a lost context there are the same shadows', async ({ page }) => {
  await openMadeScene(page, { surfaces: [FLOOR, SCREEN_WALL] }, DOWN);
  const shadowed = { isRefinedAtRest: false, ambientOcclusion: 'off', sunShadows: 'on' } as const;
  const before = await seenWith(page, shadowed, 'before');
  const restored = page.evaluate(
    () =>
      new Promise<void>((resolve) => (window as unknown as StageWindow).stage.on('contextRestored', () => resolve())),
  );
  await loseContext(page);
  await restored;
  const after = await seenWith(page, shadowed, 'after');
  const { toSun } = standardSun(QUADTREE_ORIGIN.latitude);
  const inShadow = pixelOf([-5 - (3 * toSun[0]) / toSun[2], -(3 * toSun[1]) / toSun[2], 0], DOWN, SIZE);
  const inSun = pixelOf([-8, 0, 0], DOWN, SIZE);
  for (const picture of [before, after])
    expect(picture.around(...inShadow, 0).g / picture.around(...inSun, 0).g).toBeLessThan(0.75);
  for (const place of [inShadow, inSun])
    expect(Math.abs(after.around(...place, 0).g - before.around(...place, 0).g)).toBeLessThan(2);
  await test.step('and they follow the sun again', async () => {
    const sunTime = { day: '2026-01-10', minutes: 8 * 60 };
    const morning = await seenWith(page, { ...shadowed, sunTime }, 'morning');
    const west = pixelOf([-7, 0, 0], DOWN, SIZE);
    expect(morning.around(...west, 0).g).toBeLessThan(0.8 * morning.around(...pixelOf([-2, 8, 0], DOWN, SIZE), 0).g);
  });
});
