/** The tilesets that the layers of a context share. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, transformPoint } from '@overlook/shared/maths';
import type { ParsedContent } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { LayerTiles } from './layer-tiles.ts';
import { unaskedUploads } from './testing/unasked-uploads.ts';
import type { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileScheduler } from './tile-scheduler.ts';
import { TileStore } from './tile-store.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const FRAME = enuFrame(ORIGIN);
const LOOKING_DOWN = cameraFrame({ positionEnu: [0, 0, 200], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);

/** A model of one tile around its own origin. */
const tilesetJson = {
  asset: { version: '1.1' },
  root: {
    boundingVolume: { box: [0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5] },
    geometricError: 0,
    content: { uri: 'pump.glb' },
  },
};
const EMPTY = {
  type: 'content',
  content: { primitives: [], textures: [], warnings: [], copyright: null, properties: null, featureCount: 0 },
} as unknown as ParsedContent;

let store: TileStore;
let asked: string[];

beforeEach(() => {
  asked = [];
  const gl = memoryGl();
  const contents = {
    load: (url: string) => {
      asked.push(url);
      return Promise.resolve(url.endsWith('.json') ? { type: 'tileset', tileset: { json: tilesetJson } } : EMPTY);
    },
  } as unknown as ContentLoader;
  const [scheduler, cache] = [new TileScheduler(() => 0), new TileCache<Tile>(1e9)];
  store = new TileStore({ gl, contents, scheduler, cache, uploads: unaskedUploads(gl) });
});

/** A layer of a list that places the model at some places east of the origin, metres. */
function listOf(...placesEast: number[]): LayerTiles {
  const entries = placesEast.map((east) => {
    const [x, y, z] = transformPoint(FRAME.ecefFromEnu, [east, 0, 0]);
    return { CesiumOptions: { url: 'pump/tileset.json' }, position: { x, y, z } };
  });
  Object.assign(store.resources.contents, { loadJson: () => Promise.resolve(entries) });
  const none = () => undefined;
  return new LayerTiles(3, { url: 'http://here/models.json', frame: FRAME, store, onChange: none, onError: none });
}

/** The places east of the tiles that are drawn once everything is loaded. */
async function drawnEast(layer: LayerTiles): Promise<number[]> {
  for (let frame = 1; frame <= 6; frame++) {
    await new Promise((resolve) => setTimeout(resolve));
    store.resources.scheduler.upload(16 * frame);
    layer.select(LOOKING_DOWN, 16, null, []);
  }
  const items: DrawItem<Tile>[] = [];
  layer.collect(items);
  const east = items.map(({ tile }) => Math.round(transformPoint(tile.matrixEnu, [0, 0, 0] as Vec3)[0]));
  return east.toSorted((a, b) => a - b);
}

describe('a model that a list places several times', () => {
  it('is shown at each of its positions', async () => {
    expect(await drawnEast(listOf(-40, 10, 60))).toEqual([-40, 10, 60]);
  });

  it('is fetched once for a position', async () => {
    expect(await drawnEast(listOf(10, 10))).toEqual([10, 10]);
    expect(asked).toEqual(['http://here/pump/tileset.json', 'http://here/pump/pump.glb']);
  });
});
