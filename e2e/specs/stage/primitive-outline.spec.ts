/** Edges that a file names itself (CESIUM_primitive_outline) are drawn, and those between its triangles are not. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { enuFrame } from '@overlook/shared/maths';
import { GlbBuilder } from '@overlook/shared/tiles3d';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture } from '../../fixtures/picture.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { OBLIQUE, poseOf, SIZE, type StageWindow } from '../../fixtures/quadtree-stage.ts';
import { MADE_DIR } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const FOLDER = path.join(MADE_DIR, 'outlined');
/** Metres: half the side of a white square of 2 × 2 smaller ones, of which only the ring and the line east to west are edges. */
const HALF = 20;

function outlinedGlb(): Uint8Array {
  const places = [-HALF, 0, HALF];
  const corners = places.flatMap((north) => places.flatMap((east) => [east, 0, -north]));
  const faces = [0, 1, 3, 4].flatMap((first) => [first, first + 1, first + 4, first, first + 4, first + 3]);
  const edges = [0, 1, 1, 2, 2, 5, 5, 8, 8, 7, 7, 6, 6, 3, 3, 0, 3, 4, 4, 5];
  const glb = new GlbBuilder();
  const POSITION = glb.positions(Float32Array.from(corners));
  const indices = glb.indices(faces, 9);
  const outline = glb.indices(edges, 9);
  return glb.finish({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit', 'CESIUM_primitive_outline'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION },
            indices,
            material: 0,
            extensions: { CESIUM_primitive_outline: { indices: outline } },
          },
        ],
      },
    ],
    materials: [
      { pbrMetallicRoughness: { baseColorFactor: [0.8, 0.8, 0.8, 1] }, extensions: { KHR_materials_unlit: {} } },
    ],
  });
}

test.beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'square.glb'), outlinedGlb());
  const root = {
    boundingVolume: { box: [0, 0, 0, HALF, 0, 0, 0, HALF, 0, 0, 0, 0.5] },
    transform: Array.from(enuFrame(QUADTREE_ORIGIN).ecefFromEnu),
    geometricError: 0,
    content: { uri: 'square.glb' },
  };
  await writeFile(
    path.join(FOLDER, 'tileset.json'),
    JSON.stringify({ asset: { version: '1.1' }, geometricError: 1, root }),
  );
});

test('the edges of a file lie unbroken on its faces, seen at a slant', async ({ page }, info) => {
  await page.setViewportSize(SIZE);
  await openHarness(page, { outlined: FOLDER });
  await page.evaluate(
    async ({ origin, pose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false, maxPixelRatio: 1 });
      w.stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 3, url: '/tiles/outlined/tileset.json' }] });
      w.stage.update({ layerId: 3, isGlobeVisible: false });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(OBLIQUE) },
  );
  const picture = await Picture.decode(await page.screenshot({ path: info.outputPath('outlined.png') }));
  const isDark = (x: number, y: number): boolean => picture.at(x, y).r < 80;
  const middle = { x: SIZE.width / 2, y: SIZE.height / 2 };
  /** Rows of a column in which an edge is. */
  const rowsOf = (x: number): number[] => Array.from({ length: SIZE.height }, (_, y) => y).filter((y) => isDark(x, y));
  // The camera looks at the middle, through which the line from east to west goes; the one from south to north is none.
  const acrossPx = 60;
  for (let x = middle.x - acrossPx; x <= middle.x + acrossPx; x++) {
    const near = rowsOf(x).filter((y) => Math.abs(y - middle.y) <= 2);
    expect(near.length, `column ${x}`).toBeGreaterThan(0);
  }
  for (const y of [middle.y - 12, middle.y + 12]) {
    for (let x = middle.x - 5; x <= middle.x + 5; x++) expect(isDark(x, y), `${x}, ${y}`).toBe(false);
  }
});
