import { expect, it } from 'vitest';
import { enuFrame, IDENTITY, ecefFromLla } from '@overlook/shared/maths';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { triangleGlb } from '../content/testing/make-files.ts';
import { parseBytes } from '../content/testing/node-platform.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import type { Tile } from '../tiles/tile.ts';
import { TileCache } from '../tiles/tile-cache.ts';
import { TileScheduler } from '../tiles/tile-scheduler.ts';
import { TileStore } from '../tiles/tile-store.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { OwnFiles, type StageModel } from './own-files.ts';
import { unaskedUploads } from '../tiles/testing/unasked-uploads.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const LOOKING_DOWN = cameraFrame({ positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const SECTION = { planes: [] } as never;
const root = { boundingVolume: { sphere: [...ecefFromLla(ORIGIN), 20] }, geometricError: 0, content: { uri: 'a.glb' } };
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it('models are loaded from their archive, drawn with the clouds, and freed when they are closed', async () => {
  const asked: string[] = [];
  const closed: number[] = [];
  const contents = {
    within: ({ id }: OwnArchive) => ({
      load: async (url: string) => {
        asked.push(url);
        if (url.endsWith('.glb')) return parseBytes(triangleGlb());
        return { type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root } } };
      },
      destroy: () => closed.push(id),
    }),
  } as unknown as ContentLoader;
  const cache = new TileCache<Tile>(1e9);
  const scheduler = new TileScheduler(() => 0);
  const gl = memoryGl();
  const store = new TileStore({ gl, contents, scheduler, cache, uploads: unaskedUploads(gl) });
  const archive: OwnArchive = { id: 7, kind: '3tz', file: new File([], 'own.3tz') };
  const model: StageModel = { archive, url: 'https://own-7.invalid/tileset.json', placement: IDENTITY };
  const state = { localClouds: [], ownModels: [{ ...model, placement: null }] as StageModel[] };
  const own = new OwnFiles({ store, frame: enuFrame(ORIGIN), state: () => state, onChange() {}, onError() {} });

  own.select(LOOKING_DOWN, null, null);
  expect([own.progress().wanted, asked], 'nothing is loaded without a layer').toEqual([0, []]);
  own.select(LOOKING_DOWN, 16, SECTION);
  expect([own.progress().loading, own.isStale]).toEqual([1, true]);
  await nextTask();
  own.select(LOOKING_DOWN, 16, null);
  await nextTask();
  await nextTask();
  scheduler.upload(1);
  own.select(LOOKING_DOWN, 16, null);
  expect(asked).toEqual(['https://own-7.invalid/tileset.json', 'https://own-7.invalid/a.glb']);
  expect(own.progress()).toMatchObject({ loading: 0, ready: 1, isCovered: true });
  expect(own.items(LOOKING_DOWN).map(({ tile }) => tile.state)).toEqual(['ready']);
  expect([own.loadedCount, own.isStale, cache.usedBytes > 0]).toEqual([1, false, true]);

  state.ownModels = [];
  expect(own.items(LOOKING_DOWN)).toEqual([]);
  expect([cache.usedBytes, closed]).toEqual([0, [7]]);
});
