/** Surfaces with a finish, against the formulas of glTF 2.0 (appendix B) and the light of the stage. */
import { type Vec3, add, dot, normalize, scale, subtract } from '@overlook/shared/maths';
import { type MadeSurface, openMadeScene, pngOf, seenWith, square } from '../../fixtures/made-scene.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { DOWN, SIZE, type View } from '../../fixtures/quadtree-stage.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { standardSun } from '../../fixtures/standard-sun.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: SIZE });

const SUN = standardSun(QUADTREE_ORIGIN.latitude).toSun;
/** Linear light of sun, sky and ground in the standard light; green is what is measured. */
const SUN_GREEN = 1.226;
const SKY_GREEN = 0.35;
const GROUND_GREEN = 0.264;

/** Display value, 0…255, of green on a matte surface of a linear colour. */
function matte(color: number, normal: Vec3): number {
  const up = normal[2] * 0.5 + 0.5;
  const ambient = GROUND_GREEN + (SKY_GREEN - GROUND_GREEN) * up;
  return 255 * (color * (ambient + SUN_GREEN * Math.max(0, dot(normal, SUN)))) ** (1 / 2.2);
}

/** A ball around the origin. */
function ball(radius: number): Pick<MadeSurface, 'points' | 'normals' | 'indices'> {
  const [rings, sectors] = [48, 96];
  const normals: Vec3[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j <= sectors; j++) {
      const [polar, around] = [(Math.PI * i) / rings, (2 * Math.PI * j) / sectors];
      normals.push([Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)]);
      if (i === rings || j === sectors) continue;
      const at = i * (sectors + 1) + j;
      const below = at + sectors + 1;
      indices.push(at, below, below + 1, at, below + 1, at + 1);
    }
  }
  return { normals, indices, points: normals.map((normal) => scale(normal, radius)) };
}

const OBLIQUE: View = { position: [0, -30, 30], direction: normalize([0, 1, -1]), up: normalize([0, 1, 1]) };

test('the highlight of a metal ball is where it mirrors the sun, and is smaller and brighter the smoother the metal', async ({
  page,
}) => {
  const metal = (roughnessFactor: number) => ({
    pbrMetallicRoughness: { baseColorFactor: [0.4, 0.4, 0.4, 1], metallicFactor: 1, roughnessFactor },
  });
  const moved = (by: Vec3, roughness: number): MadeSurface => {
    const { points, ...rest } = ball(6);
    return { ...rest, points: points.map((point) => add(point, by)), material: metal(roughness) };
  };
  const [smooth, rough]: [Vec3, Vec3] = [
    [-9, 0, 0],
    [9, 0, 0],
  ];
  await openMadeScene(page, { surfaces: [moved(smooth, 0.2), moved(rough, 0.7)] }, OBLIQUE);
  const seen = await seenWith(page, { isRefinedAtRest: false }, 'metal');
  /** Pixels around the mirror of the sun, brighter than this. */
  const highlight = (centre: Vec3, brighter: number) => {
    let normal = SUN;
    // The direction to the camera depends a little on the place that is looked for.
    for (let i = 0; i < 8; i++)
      normal = normalize(add(SUN, normalize(subtract(OBLIQUE.position, add(centre, scale(normal, 6))))));
    const [x, y] = pixelOf(add(centre, scale(normal, 6)), OBLIQUE, SIZE);
    const found = { count: 0, x: 0, y: 0 };
    for (let row = 0; row < SIZE.height; row++) {
      for (let column = Math.floor(x - 40); column < x + 40; column++) {
        if (column < 0 || column >= SIZE.width || seen.at(column, row).g < brighter) continue;
        found.count++;
        found.x += column;
        found.y += row;
      }
    }
    return { x, y, count: found.count, seenX: found.x / found.count, seenY: found.y / found.count };
  };
  const small = highlight(smooth, 225);
  expect(small.count).toBeGreaterThan(3);
  expect(Math.hypot(small.seenX - small.x, small.seenY - small.y)).toBeLessThan(2);
  const wide = highlight(rough, 155);
  expect(Math.hypot(wide.seenX - wide.x, wide.seenY - wide.y)).toBeLessThan(4);
  expect(wide.count).toBeGreaterThan(2 * small.count);
  expect(highlight(rough, 225).count).toBe(0);
});

test('a map of normals tilts the brightness of a floor as computed', async ({ page }) => {
  const tilt = Math.PI / 6;
  const color = 0.5;
  /** Tilted to the right of the picture, to its upper edge, and not at all. */
  const told: Vec3[] = [
    [Math.sin(tilt), 0, Math.cos(tilt)],
    [0, Math.sin(tilt), Math.cos(tilt)],
    [0, 0, 1],
  ];
  const byteOf = (part: number) => Math.round(127.5 * (part + 1));
  const pictures = await Promise.all(told.map(([x, y, z]) => pngOf(4, () => [byteOf(x), byteOf(y), byteOf(z)])));
  const floors = told.map((_, index): MadeSurface => ({
    ...square([20 * (index - 1), 0, 0], [8, 0, 0], [0, 8, 0]),
    material: {
      pbrMetallicRoughness: { baseColorFactor: [color, color, color, 1], metallicFactor: 0, roughnessFactor: 1 },
      normalTexture: { index },
    },
  }));
  await openMadeScene(page, { surfaces: floors, pictures }, DOWN);
  const seen = await seenWith(page, { isRefinedAtRest: false }, 'normals');
  for (const [i, normal] of told.entries()) {
    const { g } = seen.around(...pixelOf([20 * (i - 1), 0, 0], DOWN, SIZE));
    expect(Math.abs(g - matte(color, normal)), `floor ${i}: ${g} for ${matte(color, normal)}`).toBeLessThan(5);
  }
});

test('occlusion darkens surfaces that the sky lights, emitted light is added, and unlit surfaces do not change', async ({
  page,
}) => {
  const grey = { baseColorFactor: [0.2, 0.2, 0.2, 1], metallicFactor: 0, roughnessFactor: 1 };
  const materials = [
    { pbrMetallicRoughness: grey },
    { pbrMetallicRoughness: grey, occlusionTexture: { index: 0 } },
    { pbrMetallicRoughness: grey, emissiveFactor: [0, 0.3, 0] },
    {
      pbrMetallicRoughness: grey,
      emissiveFactor: [1, 1, 1],
      occlusionTexture: { index: 0 },
      extensions: { KHR_materials_unlit: {} },
    },
  ];
  const places = materials.map((_, i): Vec3 => [12 * (i - 1.5), 0, 0]);
  const surfaces = materials.map((material, i): MadeSurface => ({
    ...square(places[i]!, [5, 0, 0], [0, 5, 0]),
    material,
  }));
  await openMadeScene(page, { surfaces, pictures: [await pngOf(2, () => [0, 0, 0])] }, DOWN);
  const seen = await seenWith(page, { isRefinedAtRest: false }, 'finishes');
  const [plain, occluded, shining, unlit] = places.map((place) => seen.around(...pixelOf(place, DOWN, SIZE)));
  const encoded = (light: number) => 255 * light ** (1 / 2.2);
  const sun = 0.2 * SUN_GREEN * SUN[2];
  const expected = [
    [plain!.g, encoded(sun + 0.2 * SKY_GREEN)],
    [occluded!.g, encoded(sun)],
    [shining!.g, encoded(sun + 0.2 * SKY_GREEN + 0.3)],
    [shining!.r, plain!.r],
    [unlit!.g, encoded(0.2)],
  ] as const;
  for (const [is, should] of expected) expect(Math.abs(is - should), `${is} for ${should}`).toBeLessThan(8);
});
