/** Solids that a reflection places look like solids that were made there: from outside, and where a section opens them. */
import { type Vec3, add, cross, enuFrame, normalize, scale, transformPoint } from '@overlook/shared/maths';
import { type MadeScene, type MadeSurface, openMadeScene, seenWith, square } from '../../fixtures/made-scene.ts';
import type { Picture } from '../../fixtures/picture.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { SIZE, type View } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: SIZE });

const VIEW: View = { position: [-14, -26, 16], direction: normalize([14, 26, -13]), up: normalize([14, 26, 31]) };
const MIDDLE: Vec3 = [3, 2, 3];
const EAST: Vec3 = [4, 0, 0];
const NORTH: Vec3 = [0, 3, 0];
const UP: Vec3 = [0, 0, 2.5];

/** A closed box that leans to the east, lit by its normals; its backs are not drawn. */
const SIDES: readonly MadeSurface[] = (
  [
    [EAST, NORTH, UP],
    [NORTH, EAST, scale(UP, -1)],
    [NORTH, UP, EAST],
    [UP, NORTH, scale(EAST, -1)],
    [UP, EAST, NORTH],
    [EAST, UP, scale(NORTH, -1)],
  ] as const
).map(([right, up, out]) => {
  const lean = ([x, y, z]: Vec3): Vec3 => [x + 0.4 * z, y, z];
  const side = square([0, 0, 0], lean(right), lean(up));
  const normal = normalize(cross(lean(right), lean(up)));
  return {
    ...side,
    points: side.points.map((point) => add(point, add(MIDDLE, lean(out)))),
    normals: side.points.map(() => normal),
    material: { pbrMetallicRoughness: { baseColorFactor: [0.3, 0.6, 0.9, 1], metallicFactor: 0, roughnessFactor: 1 } },
  };
});

/** The box before these factors place it: its points, its normals and its triangles, counter-clockwise there too. */
function before([x, y, z]: Vec3): MadeSurface[] {
  const isMirrored = x * y * z < 0;
  return SIDES.map((side) => ({
    ...side,
    points: side.points.map(([a, b, c]): Vec3 => [a / x, b / y, c / z]),
    normals: side.normals!.map(([a, b, c]) => normalize([a * x, b * y, c * z])),
    indices: isMirrored ? [0, 2, 1, 0, 3, 2] : side.indices,
  }));
}

const SECTION = {
  box: {
    centerEcef: transformPoint(enuFrame(QUADTREE_ORIGIN).ecefFromEnu, [3, 8, 3]),
    size: [30, 14, 30] as Vec3,
    headingRad: 0,
  },
  planes: [],
};

/** The largest difference of two pictures in any colour of any pixel, of 255, and the pixels that differ by more than 2. */
function apart(one: Picture, other: Picture) {
  let pixels = 0;
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const [a, b] = [one.at(x, y), other.at(x, y)];
      if (Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b)) > 2) pixels++;
    }
  }
  return pixels;
}

test('a solid that its node, its tile or both mirror looks like the plain one, whole and cut', async ({ page }) => {
  const seen = async (scene: MadeScene, name: string) => {
    await openMadeScene(page, scene, VIEW);
    const whole = await seenWith(page, { isRefinedAtRest: false, section: null }, `${name}-whole`);
    return { whole, cut: await seenWith(page, { section: SECTION }, `${name}-cut`) };
  };
  const plain = await seen({ surfaces: SIDES }, 'plain');
  expect(apart(plain.whole, plain.cut), 'the cut is seen').toBeGreaterThan(500);

  for (const [name, scene] of [
    ['node', { surfaces: before([-1, 1, 1]), nodeScale: [-1, 1, 1] }],
    ['stretched', { surfaces: before([0.5, -2, 1]), nodeScale: [0.5, -2, 1] }],
    ['tile', { surfaces: before([1, 1, -1]), tileScale: [1, 1, -1] }],
    ['both', { surfaces: before([-1, -1, 1]), nodeScale: [-1, 1, 1], tileScale: [1, -1, 1] }],
  ] as const satisfies readonly (readonly [string, MadeScene])[]) {
    const { whole, cut } = await seen(scene, name);
    // Edges may fall on the other side of the middle of a pixel.
    expect(apart(whole, plain.whole), name).toBeLessThan(40);
    expect(apart(cut, plain.cut), `${name}, cut`).toBeLessThan(40);
  }
});
