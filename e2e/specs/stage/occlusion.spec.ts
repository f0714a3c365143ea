/** Soft shade in corners: a floor of 20 m with a wall of 6 m along its northern edge, seen from above and from the south. */
import { type Vec3, normalize } from '@overlook/shared/maths';
import { type MadeSurface, openMadeScene, seenWith, square } from '../../fixtures/made-scene.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { SIZE, type View } from '../../fixtures/quadtree-stage.ts';
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
  // The border of a floor above nothing hides nothing of it.
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
