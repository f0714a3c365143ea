import { IDENTITY, type Vec3 } from '@overlook/shared/maths';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TileContent } from '../content/content.ts';
import { CAD_CENTRE, cadTileGlb } from '../content/testing/cad-tile.ts';
import { contentOf, parseBytes } from '../content/testing/node-platform.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { type GpuPrimitive, uploadContent } from '../render/gpu-content.ts';
import { type MemoryGl, memoryGl } from '../render/testing/memory-gl.ts';
import { Tile } from '../tiles/tile.ts';
import { GeometryCache } from './geometry-cache.ts';
import type { PickRay } from './pick-primitive.ts';
import { pickTiles } from './pick-tiles.ts';

const down: PickRay = {
  originEnu: [101.5, 203, 40],
  directionEnu: [0, 0, -1] as Vec3,
  near: 0,
  discs: { least: 0.005, most: 0.005, perPx: 0 },
  reachSlope: 0.01,
  gapSlope: 0,
};

let content: TileContent;
let gl: MemoryGl;
let cache: GeometryCache;
let items: DrawItem<Tile>[];

beforeAll(async () => {
  content = contentOf(await parseBytes(await cadTileGlb(), 'cad.glb'));
});
beforeEach(() => {
  gl = memoryGl();
  cache = new GeometryCache(gl);
  const json = { boundingVolume: { box: [...CAD_CENTRE, 20, 0, 0, 0, 20, 0, 0, 0, 20] }, geometricError: 0 };
  const tile = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
  tile.gpu = [uploadContent(gl, content, tile.matrixEnu)];
  items = [{ tile, cutouts: null, finer: null, isCut: true, distance: 0 }];
});

const atHand = () => {
  const geometries = cache.atHand();
  const pick = pickTiles(items, down, geometries);
  return geometries.isComplete ? pick : 'on its way';
};

describe('a pick that must not wait for the GPU', () => {
  it('gives the result of a waiting pick as soon as the copies have arrived, without a stall', () => {
    expect(atHand()).toBe('on its way');
    expect(atHand()).toBe('on its way');
    gl.finish();
    const answer = atHand();
    expect(answer).toMatchObject({ distance: expect.any(Number) });
    expect(gl.stalls).toBe(0);
    expect(answer).toEqual(pickTiles(items, down, new GeometryCache(gl)));
    expect(gl.stalls).toBeGreaterThan(0);
  });

  it('finds immediately the data that a click has read, and the reverse', () => {
    const clicked = pickTiles(items, down, cache);
    const { stalls } = gl;
    expect(stalls).toBeGreaterThan(0);
    expect(atHand()).toEqual(clicked);
    expect(pickTiles(items, down, cache)).toEqual(clicked);
    expect(gl.stalls).toBe(stalls);
  });

  it('reads no copy while the GPU is busy, which could delay the read', () => {
    let isBusy = true;
    cache = new GeometryCache(gl, () => isBusy);
    atHand();
    gl.finish();
    expect([atHand(), cache.isReading]).toEqual(['on its way', true]);
    isBusy = false;
    cache.takeCopies();
    expect(cache.isReading).toBe(false);
    isBusy = true;
    expect(atHand()).toMatchObject({ distance: expect.any(Number) });
    expect(gl.stalls).toBe(0);
  });

  it('knows no answer after the cache was emptied', () => {
    atHand();
    gl.finish();
    cache.clear();
    expect(atHand()).toBe('on its way');
  });
});

/** Geometry of a mesh that fills the cache. */
function hugeOf(primitive: GpuPrimitive): GpuPrimitive {
  const vertexCount = 4_500_000;
  const vertexBuffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, vertexBuffer);
  gl.bufferData(gl.ARRAY_BUFFER, 12 * vertexCount, gl.STATIC_DRAW);
  const positions = { offset: 0, stride: 12, size: 3, type: gl.FLOAT, normalized: false, integer: false };
  const bare = { featureIds: null, normals: null, scan: null, indexBuffer: null, indexType: 0 };
  return { ...primitive, ...bare, positions, vertexBuffer, vertexCount, count: vertexCount };
}

it('has room for new geometry after it was emptied', () => {
  const [first, second] = [0, 1].map(() => uploadContent(gl, content, items[0]!.tile.matrixEnu).primitives[0]!);
  cache.get(hugeOf(first!));
  cache.clear();
  cache.get(first!);
  cache.get(second!);
  const { stalls } = gl;
  cache.get(first!);
  cache.get(second!);
  expect(gl.stalls).toBe(stalls);
});
