import { expect, it } from 'vitest';
import { llaFromEcef, enuFrame, ecefFromLla } from '@overlook/shared/maths';
import { packScanValues } from '../content/points/scan-values.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { CloudStore, type StageCloud } from './cloud-store.ts';
import type { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';

const HERE = ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const FRAME = enuFrame(llaFromEcef(HERE));
const POINTS = 1000;

function aCloud(): StageCloud {
  const positions = { value: new Float32Array(3 * POINTS), size: 3 as const, normalized: false };
  const primitive = {
    kind: 'points' as const,
    positions,
    center: [0, 0, 0],
    radius: 1,
    colors: null,
    colorSpace: 'srgb' as const,
    normals: null,
    featureIds: null,
    matrix: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...HERE, 1),
    scan: packScanValues({}, POINTS),
    sample: null,
  };
  const piece = { primitive, box: [...HERE, 1, 0, 0, 0, 1, 0, 0, 0, 1] };
  return { pieces: [piece, piece] } as unknown as StageCloud;
}

function setUp(capBytes: number) {
  const cache = new TileCache<Tile>(capBytes);
  return { cache, store: new CloudStore(memoryGl(), cache) };
}
const [LEFT, RIGHT] = [{}, {}];

it('a cloud in several screens is uploaded once and counts towards the tile memory', () => {
  const { cache, store } = setUp(1e9);
  const cloud = aCloud();
  const tiles = store.use(LEFT, [cloud], FRAME);
  expect(tiles).toHaveLength(2);
  const bytes = cache.usedBytes;
  expect(bytes).toBeGreaterThanOrEqual(2 * POINTS * 12);
  // Another frame object of the same site.
  expect(store.use(RIGHT, [cloud], enuFrame(llaFromEcef(HERE)))).toEqual(tiles);
  expect(store.use(LEFT, [cloud], FRAME)).toEqual(tiles);
  expect(cache.usedBytes).toBe(bytes);
});

it('a cloud is freed when the last screen closes it, and not before', () => {
  const { cache, store } = setUp(1e9);
  const [cloud, other] = [aCloud(), aCloud()];
  const [tile] = store.use(LEFT, [cloud, other], FRAME);
  store.use(RIGHT, [cloud], FRAME);
  const both = cache.usedBytes;
  store.use(LEFT, [cloud], FRAME);
  expect(cache.usedBytes).toBe(both / 2);
  store.release(LEFT);
  store.release(LEFT);
  expect(cache.usedBytes).toBe(both / 2);
  store.use(RIGHT, [], FRAME);
  expect([cache.usedBytes, tile!.gpu.length]).toEqual([0, 0]);
});

it('site tiles are evicted for a cloud, and a cloud is never evicted for tiles', () => {
  const { cache, store } = setUp(1);
  const [tile] = store.use(LEFT, [aCloud()], FRAME);
  cache.makeRoom();
  expect([cache.isFull, tile!.gpu.length]).toEqual([true, 1]);
});
