/** Layers, screens and their tilesets with one request queue and one store. The test controls the network. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enuFrame, ecefFromLla } from '@overlook/shared/maths';
import type { ParsedContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { LayerTiles } from './layer-tiles.ts';
import type { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { RequestWindow } from './request-window.ts';
import { TileScheduler } from './tile-scheduler.ts';
import { TileStore } from './tile-store.ts';
import { unaskedUploads } from './testing/unasked-uploads.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const FRAME = enuFrame(ORIGIN);
const LOOKING_DOWN = cameraFrame({ positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const boundingVolume = { sphere: [...ecefFromLla(ORIGIN), 200] };

/** A tileset of 17 tiles around the camera. The view needs all of them, because the root is too coarse. */
const tilesetJson = {
  asset: { version: '1.1' },
  root: {
    boundingVolume,
    geometricError: 1000,
    refine: 'ADD',
    content: { uri: 'root.glb' },
    children: Array.from({ length: 16 }, (_, i) => ({
      boundingVolume,
      geometricError: 0,
      content: { uri: `${i}.glb` },
    })),
  },
};
const EMPTY = {
  type: 'content',
  content: { primitives: [], textures: [], warnings: [], copyright: null, properties: null, featureCount: 0 },
} as unknown as ParsedContent;

let asked: string[];
let inFlight: number;
let mostInFlight: number;
let answers: Map<string, () => void>;
let store: TileStore;
let frameMs: number;

/** Responds to JSON requests at once and to tile requests when the test says so. */
const contents = {
  load: (url: string, signal: AbortSignal) =>
    new Promise<ParsedContent>((resolve, reject) => {
      asked.push(url);
      inFlight++;
      mostInFlight = Math.max(mostInFlight, inFlight);
      const settle = (done: () => void) => () => {
        inFlight--;
        answers.delete(url);
        done();
      };
      const onJson = () => resolve({ type: 'tileset', tileset: { json: tilesetJson } });
      answers.set(url, settle(url.endsWith('.json') ? onJson : () => resolve(EMPTY)));
      signal.addEventListener(
        'abort',
        settle(() => reject(signal.reason)),
      );
    }),
  loadJson: () =>
    Promise.resolve(Array.from({ length: 20 }, (_, i) => ({ CesiumOptions: { url: `${i}/tileset.json` } }))),
} as unknown as ContentLoader;

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const aLayer = (url: string) =>
  new LayerTiles(3, { url, frame: FRAME, store, onChange: () => undefined, onError: () => undefined });

/** Runs a frame of all screens and the requests that follow. */
async function frame(...layers: LayerTiles[]): Promise<void> {
  frameMs += 16;
  store.resources.scheduler.upload(frameMs);
  for (const layer of layers) layer.select(LOOKING_DOWN, 16, null, []);
  await nextTask();
}

async function answerAll(...layers: LayerTiles[]): Promise<void> {
  while (answers.size > 0) {
    for (const answer of answers.values()) answer();
    await nextTask();
    await frame(...layers);
  }
}

beforeEach(() => {
  asked = [];
  answers = new Map();
  inFlight = mostInFlight = frameMs = 0;
  const gl = memoryGl();
  store = new TileStore({
    gl,
    contents,
    scheduler: new TileScheduler(() => 0, new RequestWindow(6)),
    cache: new TileCache<Tile>(1e9),
    uploads: unaskedUploads(gl),
  });
});

describe('a models.json of 20 tilesets', () => {
  it('has at most 16 requests in flight, including tileset.json files, and loads completely', async () => {
    const layer = aLayer('http://here/models.json');
    await nextTask();
    await frame(layer);
    await answerAll(layer);
    expect(mostInFlight).toBe(16);
    expect(layer.progress()).toMatchObject({ loading: 0, ready: 20 * 17, failed: 0 });
    expect(asked).toHaveLength(20 * 18);
  });
});

describe('three screens on one tileset', () => {
  const url = 'http://here/a/tileset.json';

  it('fetch and store each tile once, until the last screen is closed', async () => {
    const screens = [aLayer(url), aLayer(url), aLayer(url)];
    await frame(...screens);
    await answerAll(...screens);
    expect(asked).toHaveLength(18);
    expect(new Set(asked).size).toBe(18);
    for (const screen of screens) expect(screen.progress()).toMatchObject({ loading: 0, ready: 17 });
    const { cache } = store.resources;
    screens[0]!.destroy();
    screens[1]!.destroy();
    cache.capBytes = 0;
    cache.makeRoom();
    expect(screens[2]!.loadedCount).toBe(17);
    screens[2]!.destroy();
    expect(screens[2]!.loadedCount).toBe(0);
    expect(cache.usedBytes).toBe(0);
  });

  it('reuse tiles that another screen has loaded', async () => {
    const first = aLayer(url);
    await frame(first);
    await answerAll(first);
    const second = aLayer(url);
    await frame(second);
    expect(second.progress()).toMatchObject({ loading: 0, ready: 17 });
    expect(asked).toHaveLength(18);
  });

  it('continue a request that one of them cancels', async () => {
    const [first, second] = [aLayer(url), aLayer(url)];
    await frame(first, second);
    answers.get(url)!();
    await nextTask();
    await frame(first, second);
    const before = inFlight;
    expect(before).toBeGreaterThan(5);
    first.destroy();
    await nextTask();
    expect(inFlight).toBe(before);
    second.destroy();
    await nextTask();
    expect(inFlight).toBe(0);
  });
});
