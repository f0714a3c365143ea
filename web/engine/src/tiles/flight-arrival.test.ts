/** Simulated flights over a link with 30 Mbit/s and a latency of 40 ms: counts the missing tiles on arrival. */
import { beforeEach, expect, it } from 'vitest';
import { enuFrame } from '@overlook/shared/maths';
import type { ParsedContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { LayerTiles } from './layer-tiles.ts';
import type { NextView } from './tileset-view.ts';
import type { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileScheduler } from './tile-scheduler.ts';
import { TileStore } from './tile-store.ts';
import { unaskedUploads } from './testing/unasked-uploads.ts';

const FRAME = enuFrame({ longitude: 116, latitude: -32, height: 20 });
const TILE_BITS = 86_000 * 8;
const BITS_PER_MS = 30_000;
const ROUND_TRIP_MS = 40;
const FRAME_MS = 16;
const HALF_METRES = 1024;
const LEVELS = 7;
const EMPTY = {
  type: 'content',
  content: { primitives: [], textures: [], warnings: [], copyright: null, properties: null, featureCount: 0 },
} as unknown as ParsedContent;

const square = (x: number, y: number, half: number, level: number): object => ({
  boundingVolume: { box: [x, y, 0, half, 0, 0, 0, half, 0, 0, 0, 5] },
  geometricError: level === LEVELS ? 0 : half / 4,
  refine: 'REPLACE',
  content: { uri: `${level}/${x}_${y}.glb` },
  children:
    level === LEVELS
      ? []
      : [-half / 2, half / 2].flatMap((dx) =>
          [-half / 2, half / 2].map((dy) => square(x + dx, y + dy, half / 2, level + 1)),
        ),
});
const json = {
  asset: { version: '1.1' },
  root: { transform: Array.from(FRAME.ecefFromEnu), ...square(0, 0, HALF_METRES, 1) },
};

interface Transfer {
  bitsLeft: number;
  readonly beginsAtMs: number;
  end(): void;
}

let nowMs: number;
let transfers: Set<Transfer>;
let layer: LayerTiles;
let scheduler: TileScheduler;

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

const contents = {
  load: (url: string, signal: AbortSignal) =>
    new Promise<ParsedContent>((resolve, reject) => {
      if (url.endsWith('.json')) return resolve({ type: 'tileset', tileset: { json } });
      const end = () => resolve(EMPTY);
      const transfer = { bitsLeft: TILE_BITS, beginsAtMs: nowMs + ROUND_TRIP_MS, end };
      transfers.add(transfer);
      signal.addEventListener('abort', () => {
        transfers.delete(transfer);
        reject(signal.reason);
      });
    }),
} as unknown as ContentLoader;

/** Simulates one millisecond of the link: all active responses share it evenly. */
function runLink(): void {
  nowMs++;
  const running = [...transfers].filter(({ beginsAtMs }) => beginsAtMs <= nowMs);
  for (const transfer of running) {
    transfer.bitsLeft -= BITS_PER_MS / running.length;
    if (transfer.bitsLeft > 0) continue;
    transfers.delete(transfer);
    transfer.end();
  }
}

/** Above ground, looking forward and down. */
const viewAt = (x: number, y: number, z: number) =>
  cameraFrame({ positionEnu: [x, y, z], direction: [0.6, 0, -0.8], up: [0.8, 0, 0.6] }, 1100, 600, 1, 1e4);
type Place = readonly [x: number, y: number, z: number];

async function frames(durationMs: number, place: (share: number) => Place, next: NextView | null): Promise<void> {
  const startMs = nowMs;
  while (nowMs - startMs < durationMs) {
    layer.select(viewAt(...place((nowMs - startMs) / durationMs)), 16, null, []);
    layer.prefetch(next, 16, null);
    await settle();
    for (let ms = 0; ms < FRAME_MS; ms++) {
      runLink();
      await settle();
    }
    scheduler.upload(nowMs);
  }
}

const FROM: Place = [-800, -700, 60];
const TO: Place = [700, 600, 60];

/** Number of tiles that the final view lacks on arrival after a flight of `durationMs`. */
async function missingAfter(durationMs: number, isPrefetched: boolean): Promise<number> {
  await frames(6000, () => FROM, null);
  expect(layer.progress().loading).toBe(0);
  const next = isPrefetched ? { view: viewAt(...TO), isFirst: true, errorFactor: 1 } : null;
  const between = (share: number): Place => [
    FROM[0] + (TO[0] - FROM[0]) * share,
    FROM[1] + (TO[1] - FROM[1]) * share,
    FROM[2] + 150 * Math.sin(Math.PI * share),
  ];
  await frames(durationMs, between, next);
  layer.select(viewAt(...TO), 16, null, []);
  return layer.progress().loading;
}

beforeEach(async () => {
  nowMs = 0;
  transfers = new Set();
  scheduler = new TileScheduler(() => nowMs);
  const gl = memoryGl();
  const cache = new TileCache<Tile>(1e9);
  const store = new TileStore({ gl, contents, scheduler, cache, uploads: unaskedUploads(gl) });
  const none = () => undefined;
  layer = new LayerTiles(3, { url: 'http://here/tileset.json', frame: FRAME, store, onChange: none, onError: none });
  await nextTask();
});

it.each([3000, 5000, 10_000])('a flight of %i ms has all tiles on arrival', async (durationMs) => {
  expect(await missingAfter(durationMs, true)).toBe(0);
});

it('a flight without prefetching lacks tiles on arrival', async () => {
  expect(await missingAfter(3000, false)).toBeGreaterThan(10);
});
