/** Pictures on surfaces, from afar and at a slant. */
import { type MadeSurface, openMadeScene, pngOf, seenWith, square } from '../../fixtures/made-scene.ts';
import { DOWN, SIZE, type View } from '../../fixtures/quadtree-stage.ts';
import { browserWith, SWIFTSHADER } from '../../fixtures/software-gl.ts';
import { expect, test } from '../../fixtures/test.ts';

// Not every version of llvmpipe filters along the slope of a surface.
test.use({ launchOptions: browserWith(SWIFTSHADER) });

test.use({ viewport: SIZE });

const UNLIT = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, extensions: { KHR_materials_unlit: {} } };
const [MIDDLE_X, MIDDLE_Y] = [SIZE.width / 2, SIZE.height / 2];

test('black and white texels that are too small to see have the brightness of half the light', async ({ page }) => {
  const ground: MadeSurface = { ...square([0, 0, 0], [10, 0, 0], [0, 10, 0]), material: UNLIT };
  const checks = await pngOf(512, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
  await openMadeScene(page, { surfaces: [ground], pictures: [checks] }, DOWN);
  const half = 255 * 0.5 ** (1 / 2.2);
  const seen = await seenWith(page, { isRefinedAtRest: false }, 'checks');
  for (const value of Object.values(seen.around(MIDDLE_X, MIDDLE_Y, 8))) {
    expect(value).toBeGreaterThan(half - 3);
    expect(value).toBeLessThan(half + 3);
  }
});

test('stripes that lead away are distinct farther out with better quality', async ({ page }) => {
  const ground: MadeSurface = { ...square([0, 0, 0], [20, 0, 0], [0, 40, 0]), material: UNLIT };
  const stripes = await pngOf(512, (x) => (x % 8 < 4 ? [255, 255, 255] : [0, 0, 0]));
  const view: View = { position: [0, -39, 1.2], direction: [0, 1, 0], up: [0, 0, 1] };
  await openMadeScene(page, { surfaces: [ground], pictures: [stripes] }, view);
  /** Least to most brightness along the row that shows the ground 28 m away. */
  const contrast = async (quality: 'quality' | 'speed') => {
    const seen = await seenWith(page, { isRefinedAtRest: true, quality }, quality);
    const row = Math.round(MIDDLE_Y + (1.2 / 28) * (SIZE.height / (2 * Math.tan(Math.PI / 6))));
    const values = Array.from({ length: 60 }, (_, i) => seen.at(MIDDLE_X - 30 + i, row).g);
    return Math.max(...values) - Math.min(...values);
  };
  expect(await contrast('quality')).toBeGreaterThan((await contrast('speed')) + 30);
});
