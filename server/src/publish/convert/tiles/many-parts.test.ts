import { expect, test } from 'vitest';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { coarseParts } from './coarse-parts.ts';
import { groupInstances } from './instances.ts';
import { LodProxies } from './lod-proxies.ts';
import { simplifierReady } from './simplify.ts';
import type { LayerPart } from './split-meshes.ts';

/** More than fit into the arguments of one call. */
const MANY = 300_000;

const TRIANGLE: CadGeometry = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  indices: Uint32Array.of(0, 1, 2),
  colours: null,
};

/** One triangle, `MANY` times in a row along x; `mirror` is -1 to turn each inside out. */
const inARow = (mirror: 1 | -1): LayerPart[] =>
  Array.from({ length: MANY }, (_, item) => ({
    geometry: 0,
    item,
    matrix: [mirror, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, item, 0, 0, 1],
    colour: [200, 200, 200, 255],
    box: [item, 0, 0, item + 1, 1, 0],
    triangles: 1,
  }));

test('a coarse tile of 300,000 parts can be made', async () => {
  await simplifierReady;
  const { parts } = coarseParts(inARow(1), new LodProxies([TRIANGLE], new Set()), { allowed: 1, atMost: 40_000 });
  expect(parts.length).toBeGreaterThan(30_000);
  expect(parts.length).toBeLessThan(50_000);
});

test('300,000 mirrored parts of one mesh are no instances', () => {
  expect(groupInstances(inARow(-1), [TRIANGLE], [0, 0, 0]).others).toHaveLength(MANY);
});
