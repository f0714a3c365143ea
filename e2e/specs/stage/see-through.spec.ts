/** Half-transparent surfaces: materials and ghosts of objects look the same in whichever order they are drawn. */
import { type Vec3, normalize } from '@overlook/shared/maths';
import { type MadeSurface, openMadeScene, pngOf, seenWith, square } from '../../fixtures/made-scene.ts';
import type { Picture } from '../../fixtures/picture.ts';
import { CAD, pixelOf } from '../../fixtures/plant.ts';
import { SIZE, type View } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: SIZE });

const VIEW: View = { position: [0, -30, 14], direction: normalize([0, 15, -7]), up: normalize([0, 7, 15]) };

const material = (color: Vec3, opacity: number) => ({
  pbrMetallicRoughness: { baseColorFactor: [...color, opacity], metallicFactor: 0, roughnessFactor: 1 },
  alphaMode: opacity < 1 ? 'BLEND' : 'OPAQUE',
  doubleSided: true,
});

const upright = (north: number, color: Vec3, opacity: number, featureId: number, turn = 0): MadeSurface => ({
  ...square([0, north, 4], [8, turn, 0], [0, 0, 5]),
  material: material(color, opacity),
  featureId,
});

/** Panes before, behind and through each other; an opaque post stands among them. */
const PANES: readonly MadeSurface[] = [
  upright(-6, [0.9, 0.1, 0.1], 0.4, 1),
  upright(-2, [0.1, 0.8, 0.1], 0.6, 2, 5),
  upright(0, [0.1, 0.2, 0.9], 0.3, 3, -5),
  upright(5, [0.9, 0.8, 0.1], 0.7, 4),
];
const POST: MadeSurface = {
  ...square([3, 1, 4], [1, 0, 0], [0, 0, 6]),
  material: material([1, 1, 1], 1),
  featureId: 5,
};

/** Largest difference of two pictures in any colour of any pixel, of 255. */
function mostApart(one: Picture, other: Picture): number {
  let most = 0;
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const [a, b] = [one.at(x, y), other.at(x, y)];
      most = Math.max(most, Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b));
    }
  }
  return most;
}

/** All but the post. */
const GHOSTS = { rest: { opacity: 0.26, color: null }, rules: [{ features: [5, 5], opacity: 1 }] };

test('panes and ghosts are seen in any order, with what is solid before and behind them', async ({ page }) => {
  const seen = async (surfaces: readonly MadeSurface[], name: string) => {
    await openMadeScene(page, { surfaces }, VIEW, CAD);
    const panes = await seenWith(page, { isRefinedAtRest: false }, `${name}-panes`);
    return { panes, ghosts: await seenWith(page, { features: GHOSTS }, `${name}-ghosts`) };
  };
  const one = await seen([...PANES, POST], 'one');
  const other = await seen([POST, ...PANES.toReversed()], 'other');
  expect(mostApart(one.panes, other.panes)).toBeLessThanOrEqual(1);
  expect(mostApart(one.ghosts, other.ghosts)).toBeLessThanOrEqual(1);

  await test.step('the post is seen through the panes before it, and hides those behind', () => {
    const at = (point: Vec3) => pixelOf(point, VIEW, SIZE);
    const [x, y] = at([3, 1, 2]);
    const before = one.ghosts.at(x, y);
    const beside = one.ghosts.at(...at([5.5, 1, 2]));
    expect(before.g).toBeGreaterThan(beside.g + 20);
    // Over the panes it is alone.
    const top = one.ghosts.at(...at([3, 1, 9.8]));
    expect(Math.min(top.r, top.g, top.b)).toBeGreaterThan(150);
    expect(before.r).toBeLessThan(top.r);
  });
});

test('ghosts are seen beside points that are shaded by their depth', async ({ page }) => {
  const CLOUD: MadeSurface = { ...POST, ...square([-11, 1, 4], [1, 0, 0], [0, 0, 2]), arePoints: true };
  const seen = async (surfaces: readonly MadeSurface[], name: string) => {
    await openMadeScene(page, { surfaces }, VIEW, CAD);
    return seenWith(page, { isRefinedAtRest: false, eyeDome: 'on', features: GHOSTS }, name);
  };
  const without = await seen([...PANES, POST], 'without');
  const beside = await seen([...PANES, POST, CLOUD], 'beside');
  const at = pixelOf([3, 1, 2], VIEW, SIZE);
  expect(Math.abs(beside.at(...at).g - without.at(...at).g)).toBeLessThanOrEqual(1);
  expect(mostApart(beside, without), 'the points are drawn').toBeGreaterThan(20);
});

test('a ghost has its picture from the first time on', async ({ page }) => {
  const pictures = [await pngOf(4, () => [230, 120, 60])];
  const material = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, doubleSided: true };
  const wall: MadeSurface = { ...square([0, 0, 4], [8, 0, 0], [0, 0, 5]), material, featureId: 1 };
  await openMadeScene(page, { surfaces: [wall], pictures }, VIEW, CAD);
  const first = await seenWith(page, { isRefinedAtRest: false, features: GHOSTS }, 'first');
  const second = await seenWith(page, { features: { ...GHOSTS } }, 'second');
  expect(mostApart(first, second)).toBeLessThanOrEqual(1);
});

test('however many ghosts lie before it, what is behind them is seen', async ({ page }) => {
  const many = Array.from({ length: 30 }, (_, i) => upright(-8 + 0.25 * i, [0.1, 0.1, 0.1], 1, 1));
  await openMadeScene(page, { surfaces: [...many, POST] }, VIEW, CAD);
  const seen = await seenWith(page, { isRefinedAtRest: false, features: GHOSTS }, 'many');
  const behind = seen.at(...pixelOf([3, 1, 2], VIEW, SIZE));
  const beside = seen.at(...pixelOf([5.5, 1, 2], VIEW, SIZE));
  expect(behind.g).toBeGreaterThan(beside.g + 8);
});
