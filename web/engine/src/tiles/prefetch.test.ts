/** Prefetching of a view that is not shown yet. The test controls the network. */
import { beforeEach, expect, it } from 'vitest';
import { enuFrame } from '@overlook/shared/maths';
import type { ParsedContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { LayerTiles } from './layer-tiles.ts';
import type { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileScheduler } from './tile-scheduler.ts';
import { TileStore } from './tile-store.ts';
import { unaskedUploads } from './testing/unasked-uploads.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const frame = enuFrame(ORIGIN);
const COUNT = 10;
const BETWEEN_METRES = 500;
/** A view of a single leaf from above. */
const above = (leaf: number) =>
  cameraFrame({ positionEnu: [leaf * BETWEEN_METRES, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const cube = (x: number, radius: number) => ({ box: [x, 0, 0, radius, 0, 0, 0, radius, 0, 0, 0, radius] });

/** A row of leaves from west to east. */
const tilesetJson = {
  asset: { version: '1.1' },
  root: {
    transform: Array.from(frame.ecefFromEnu),
    boundingVolume: cube(0, COUNT * BETWEEN_METRES),
    geometricError: 1000,
    refine: 'ADD',
    children: Array.from({ length: COUNT }, (_, leaf) => ({
      boundingVolume: cube(leaf * BETWEEN_METRES, 10),
      geometricError: 0,
      content: { uri: `${leaf}.glb` },
    })),
  },
};
const EMPTY = {
  type: 'content',
  content: { primitives: [], textures: [], warnings: [], copyright: null, properties: null, featureCount: 0 },
} as unknown as ParsedContent;

let asked: string[];
let answers: (() => void)[];
let layer: LayerTiles;
let store: TileStore;

const contents = {
  load: (url: string, signal: AbortSignal) =>
    new Promise<ParsedContent>((resolve, reject) => {
      if (url.endsWith('.json')) return resolve({ type: 'tileset', tileset: { json: tilesetJson } });
      asked.push(url.slice(url.lastIndexOf('/') + 1));
      answers.push(() => resolve(EMPTY));
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
} as unknown as ContentLoader;

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const select = (leaf: number) => layer.select(above(leaf), 16, null, []);

async function answerAll(): Promise<void> {
  for (const answer of answers.splice(0)) answer();
  await nextTask();
  store.resources.scheduler.upload(performance.now());
}

beforeEach(async () => {
  asked = [];
  answers = [];
  const cache = new TileCache<Tile>(1e9);
  const gl = memoryGl();
  const scheduler = new TileScheduler(() => 0);
  store = new TileStore({ gl, contents, scheduler, cache, uploads: unaskedUploads(gl) });
  const none = () => undefined;
  layer = new LayerTiles(3, { url: 'http://here/tileset.json', frame, store, onChange: none, onError: none });
  await nextTask();
});

it('the tiles at the end of a flight are fetched before those along it, and are loaded on arrival', async () => {
  select(1);
  layer.prefetch({ view: above(7), isFirst: true, errorFactor: 1 }, 16, null);
  await nextTask();
  expect(asked).toEqual(['7.glb', '1.glb']);
  await answerAll();
  select(7);
  layer.prefetch(null, 16, null);
  expect(layer.progress()).toMatchObject({ wanted: 1, ready: 1, loading: 0 });
});

it('the tiles of an expected view are fetched after those of the current view', async () => {
  select(1);
  layer.prefetch({ view: above(7), isFirst: false, errorFactor: 1 }, 16, null);
  await nextTask();
  expect(asked).toEqual(['1.glb', '7.glb']);
});

it('prefetched tiles count neither as drawn nor as wanted', async () => {
  select(1);
  layer.prefetch({ view: above(7), isFirst: true, errorFactor: 1 }, 16, null);
  await nextTask();
  await answerAll();
  select(1);
  expect(layer.progress()).toMatchObject({ wanted: 1, ready: 1, loading: 0 });
  const items: unknown[] = [];
  layer.collect(items as never);
  expect(items).toHaveLength(1);
});

it('nothing is prefetched while memory is full', async () => {
  store.resources.cache.capBytes = 0;
  select(1);
  layer.prefetch({ view: above(7), isFirst: true, errorFactor: 1 }, 16, null);
  await nextTask();
  expect(asked).not.toContain('7.glb');
});

it('a request for a view that is no longer expected is cancelled when another tile waits', async () => {
  select(1);
  layer.prefetch({ view: above(7), isFirst: false, errorFactor: 1 }, 16, null);
  await nextTask();
  layer.prefetch(null, 16, null);
  select(3);
  await nextTask();
  expect(store.resources.scheduler.inFlight).toBe(1);
});
