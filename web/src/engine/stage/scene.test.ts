import type { EdgeMode } from '@overlook/shared/config';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, llaToEcef, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { ParsedContent, Primitive } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { Programs } from '../render/programs.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import type { TileScene } from '../render/tile-scene-layer.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import { progressOf } from './progress.ts';
import type { Tile } from '../tiles/tile.ts';
import { TileCache } from '../tiles/tile-cache.ts';
import { TileScheduler } from '../tiles/tile-scheduler.ts';
import { TileStore } from '../tiles/tile-store.ts';
import { Scene } from './scene.ts';
import { STAGE_START, type StageState } from './stage-state.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const FRAME = enuFrame(ORIGIN);
const LOOKING_DOWN = cameraFrame({ positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const [SHADED, TEXTURED, PROJECT_LAYER] = [2, 3, 4];
/** Screen-space errors of layers that differ from 16 CSS pixels. */
let thresholdsPx: Record<number, number> = {};

/** The requests so far, and the functions that answer them. */
let answers: Map<string, { resolve: (content: ParsedContent) => void; reject: (error: Error) => void }>;
let scene: Scene;
let cache: TileCache<Tile>;
/** Of the GPU. */
let isSlow = true;
let visible: (number | null)[];
let aborted: string[];
let state: StageState;
/** The layers that deck.gl draws. */
let drawn: TileScene<Tile>;
const styleOf = () => drawn.passes[0]!.style;

const nameOf = (url: string): string => url.split('/').slice(-2).join('/');
const enuToEcef = (pointEnu: Vec3): Vec3 => transformPoint(FRAME.toEcef, pointEnu);
const enuDirection = (directionEnu: Vec3): Vec3 => transformDirection(FRAME.toEcef, directionEnu);

const contents = {
  load: (url: string, signal: AbortSignal) =>
    new Promise<ParsedContent>((resolve, reject) => {
      answers.set(nameOf(url), { resolve, reject });
      signal.addEventListener('abort', () => aborted.push(nameOf(url)));
    }),
} as unknown as ContentLoader;

const root = {
  boundingVolume: { sphere: [...llaToEcef(ORIGIN), 200] },
  geometricError: 0,
  content: { uri: 'root.glb' },
};

/** A square of ground 200 m wide, flat under the camera at a height above the origin. */
function ground(height: number): ParsedContent {
  const corners: Vec3[] = [
    [-100, -100, height],
    [100, -100, height],
    [0, 100, height],
  ];
  const primitive = {
    kind: 'mesh',
    mode: 4,
    positions: { value: Float32Array.from(corners.flat()), size: 3, normalized: false },
    normals: null,
    colors: null,
    featureIds: null,
    uvs: null,
    indices: null,
    instances: null,
    instanceFeatureIds: null,
    matrix: FRAME.toEcef,
    material: { baseColor: [1, 1, 1, 1], texture: null, alphaMode: 'OPAQUE', alphaCutoff: 0.5, doubleSided: true },
  } as unknown as Primitive;
  const content = { primitives: [primitive], textures: [], warnings: [], copyright: null, properties: null };
  return { type: 'content', content } as unknown as ParsedContent;
}

/** Requests start after the frame that needs them. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const answer = async (name: string, content: ParsedContent): Promise<void> => {
  await nextTask();
  answers.get(name)!.resolve(content);
  await nextTask();
};
const refuse = async (name: string): Promise<void> => {
  await nextTask();
  answers.get(name)!.reject(new Error('gone'));
  await nextTask();
};
const tileset = { type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root } } } as unknown as ParsedContent;

/** As in a stage: select, then draw. */
const drawPicture = (): void => {
  scene.update(LOOKING_DOWN, true, (layer) => thresholdsPx[layer] ?? 16, 0, false);
  scene.draw(LOOKING_DOWN, 1, 0, null);
};
const picked = () => scene.picks.at(LOOKING_DOWN, 200, 150)?.pointEnu[2];

async function load(layer: string, height: number): Promise<void> {
  await answer(`${layer}/tileset.json`, tileset);
  drawPicture();
  await answer(`${layer}/root.glb`, ground(height));
  drawPicture();
}

beforeEach(() => {
  answers = new Map();
  thresholdsPx = {};
  visible = [];
  aborted = [];
  isSlow = true;
  state = STAGE_START;
  cache = new TileCache(1e9);
  scene = makeScene();
});

/** As the stage creates one, at its start and after a lost context. */
function makeScene(): Scene {
  const gl = memoryGl();
  const canvas = {
    gl,
    programs: new Programs(gl),
    pixelRatio: () => 1,
    layers: { setTiles: (_renderer: unknown, scene: typeof drawn) => (drawn = scene), hasAdded: false },
    draw: () => undefined,
  };
  const resources = { gl, contents, scheduler: new TileScheduler(() => 0), cache };
  return new Scene({
    canvas: canvas as unknown as DeckCanvas,
    store: new TileStore(resources),
    frame: FRAME,
    isSoftware: true,
    isSlow,
    hasNoLayers: false,
    onChange: () => undefined,
    onError: () => undefined,
    onVisibleLayer: () => visible.push(scene.sides.first.visibleLayerId),
    state: () => state,
  });
}

const show = (id: number, layer: string): void => {
  scene.sides.first.show(id, `http://here/${layer}/tileset.json`);
  drawPicture();
};

describe('a scene that opens', () => {
  it('is not settled before its layer is known, nor with an empty frame', async () => {
    expect(progressOf(true, null).settled).toBe(false);
    expect(progressOf(true, scene).settled).toBe(false);
    show(TEXTURED, 'textured');
    expect(progressOf(true, scene)).toMatchObject({ settled: false, isOpen: false });
    await answer('textured/tileset.json', tileset);
    drawPicture();
    expect(progressOf(true, scene)).toMatchObject({ settled: false, isOpen: false, wanted: 1 });
    await answer('textured/root.glb', ground(1));
    expect(progressOf(true, scene).settled).toBe(false);
    drawPicture();
    expect(progressOf(true, scene)).toMatchObject({ settled: true, isOpen: true, selected: 1 });
    expect(progressOf(false, scene).settled).toBe(false);
  });

  it('counts a root that cannot be loaded as failed, and does not open', async () => {
    show(TEXTURED, 'textured');
    await refuse('textured/tileset.json');
    drawPicture();
    expect(progressOf(true, scene)).toMatchObject({ failed: 1, loaded: 0, isOpen: false });
  });
});

describe('a tile that arrives', () => {
  it('requests a frame only if it changes the drawn items', async () => {
    show(TEXTURED, 'textured');
    await answer('textured/tileset.json', tileset);
    drawPicture();
    await answer('textured/root.glb', ground(5));
    const update = () => scene.update(LOOKING_DOWN, false, () => 16, 0, false);
    expect(update().redraw).toBe(true);
    // Such as a tile of another view.
    scene.retryFailed();
    expect(scene.sides.first.isStale).toBe(true);
    expect(update().redraw).toBe(false);
  });
});

describe('a change of layer', () => {
  beforeEach(async () => {
    show(TEXTURED, 'textured');
    await load('textured', 1);
    visible = [];
  });

  it('keeps the old layer visible and picked until the new one covers the view, then draws only the new one', async () => {
    show(SHADED, 'shaded');
    expect(scene.sides.first.visibleLayerId).toBe(TEXTURED);
    expect(scene.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(1, 3);
    expect(progressOf(true, scene)).toMatchObject({ settled: false, isOpen: true });
    await load('shaded', 5);
    expect(visible).toEqual([SHADED]);
    expect(scene.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(5, 3);
    expect(progressOf(true, scene).settled).toBe(true);
  });

  it('returns immediately to the layer that is still visible', () => {
    show(SHADED, 'shaded');
    show(TEXTURED, 'textured');
    expect(visible).toEqual([]);
    expect(picked()).toBeCloseTo(1, 3);
    expect(progressOf(true, scene).settled).toBe(true);
  });

  it('draws nothing if the new layer cannot be loaded', async () => {
    show(SHADED, 'shaded');
    await refuse('shaded/tileset.json');
    drawPicture();
    expect(scene.sides.first.visibleLayerId).toBe(SHADED);
    expect(scene.selectedCount).toBe(0);
    expect(progressOf(true, scene).failed).toBe(1);
  });

  it('releases the old layer when memory is full', async () => {
    show(SHADED, 'shaded');
    await answer('shaded/tileset.json', tileset);
    cache.capBytes = 1;
    drawPicture();
    expect(visible).toEqual([SHADED]);
    expect(cache.usedBytes).toBe(0);
  });
});

describe('a point picked on a coarse tile', () => {
  // Small enough that the camera, 60 m up, needs no finer tile than the root.
  const boundingVolume = { sphere: [...llaToEcef(ORIGIN), 15] };
  const finer = { ...root, boundingVolume, content: { uri: 'finer.glb' } };
  const coarse = { ...root, boundingVolume, geometricError: 2, refine: 'REPLACE', children: [finer] };
  const coarseTileset = { type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root: coarse } } };
  const ray = { origin: enuToEcef([0, 0, 60]), direction: enuDirection([0, 0, -1]) };
  const place = { ray, pointEcef: enuToEcef([0, 0, 1]), modeltypeId: TEXTURED, errorMetres: 2 };
  const finest = () => scene.picks.finest(LOOKING_DOWN, scene.sides.first, [0, 0, 60], [0, 0, -1], 57);

  beforeEach(async () => {
    show(TEXTURED, 'textured');
    await answer('textured/tileset.json', coarseTileset as unknown as ParsedContent);
    drawPicture();
    await answer('textured/root.glb', ground(1));
    drawPicture();
  });

  it('is found in the finest tile, which the view does not need', async () => {
    expect(answers.has('textured/finer.glb')).toBe(false);
    expect(scene.picks.at(LOOKING_DOWN, 200, 150)!.errorMetres).toBeCloseTo(2, 9);
    scene.setUnrefined([place]);
    drawPicture();
    expect(progressOf(true, scene)).toMatchObject({ settled: false, wanted: 2 });
    expect(finest()).toBeNull();
    await answer('textured/finer.glb', ground(1.5));
    drawPicture();
    expect(progressOf(true, scene).settled).toBe(true);
    expect(finest()!.pointEnu[2]).toBeCloseTo(1.5, 3);
    expect(finest()!.errorMetres).toBeLessThanOrEqual(0.01);
    // The drawn items stay those that the view needs.
    expect(scene.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(1, 3);
  });

  it('is no longer requested when the point is removed', async () => {
    scene.setUnrefined([place]);
    drawPicture();
    await nextTask();
    scene.setUnrefined([]);
    drawPicture();
    await nextTask();
    expect(progressOf(true, scene)).toMatchObject({ settled: true, wanted: 1 });
    expect(aborted).toEqual(['textured/finer.glb']);
  });

  it('does not affect other layers', () => {
    scene.setUnrefined([{ ...place, modeltypeId: SHADED }]);
    drawPicture();
    expect(progressOf(true, scene).settled).toBe(true);
  });
});

describe('the state of the stage', () => {
  // A box high above the ground that the model is on.
  const section = { box: { centerEcef: enuToEcef([0, 0, 500]), size: [9, 9, 9] as Vec3, headingRad: 0 }, planes: [] };
  const features = { rest: { opacity: 0, color: null }, rules: [] };

  it('is read for each frame', async () => {
    show(TEXTURED, 'textured');
    await load('textured', 1);
    expect(picked()).toBeCloseTo(1, 3);
    state = { ...state, section, eyeDome: 'on' };
    drawPicture();
    expect(picked()).toBeUndefined();
    expect(styleOf()).toMatchObject({ isEyeDomeOn: true, features: null });
    state = { ...state, section: null, eyeDome: 'auto' };
    drawPicture();
    expect(picked()).toBeCloseTo(1, 3);
    expect(styleOf()).toMatchObject({ isEyeDomeOn: false, section: null });
  });

  it('draws points in a software renderer as discs in a still, and as squares during a movement', () => {
    show(TEXTURED, 'textured');
    const areDiscs = (sample: number | null) => {
      scene.draw(LOOKING_DOWN, 1, 0, sample);
      return styleOf().areDiscs;
    };
    expect([areDiscs(null), areDiscs(0)]).toEqual([false, true]);
  });

  it('has eye-dome lighting in a still of a software renderer, unless it is off', () => {
    show(TEXTURED, 'textured');
    const isLit = (eyeDome: StageState['eyeDome'], sample: number | null) => {
      state = { ...state, eyeDome };
      scene.draw(LOOKING_DOWN, 1, 0, sample);
      return styleOf().isEyeDomeOn;
    };
    expect([isLit('auto', null), isLit('auto', 0), isLit('off', 0)]).toEqual([false, true, false]);
  });

  it('draws edges of layers without textures if they are on', () => {
    const edges = (layerId: number, asked: EdgeMode) => {
      scene = makeScene();
      state = { ...STAGE_START, edges: asked };
      show(layerId, 'layer');
      scene.draw(LOOKING_DOWN, 1, 0, null);
      return styleOf().edges;
    };
    expect([SHADED, TEXTURED, PROJECT_LAYER].map((id) => edges(id, 'drawing'))).toEqual(['drawing', 'off', 'drawing']);
    expect([SHADED, PROJECT_LAYER].map((id) => edges(id, 'off'))).toEqual(['off', 'off']);
  });

  it('draws shadows of the sun on layers without textures: on slow GPUs if they are on, otherwise unless they are off', async () => {
    const isShadowed = async (id: number, sunShadows: StageState['sunShadows'], slow: boolean, hasShadows = true) => {
      isSlow = slow;
      scene = makeScene();
      state = { ...STAGE_START, sunShadows };
      scene.passes.reduced = { hasEffects: true, hasShadows };
      show(id, 'layer');
      await load('layer', 1);
      while (scene.passes.isLoading) await nextTask();
      drawPicture();
      return drawn.passes.some(({ style }) => style.shadowMap);
    };
    expect(await isShadowed(SHADED, 'auto', true)).toBe(false);
    expect(await isShadowed(SHADED, 'auto', false)).toBe(true);
    expect(await isShadowed(PROJECT_LAYER, 'on', true)).toBe(true);
    expect(await isShadowed(TEXTURED, 'on', false)).toBe(false);
    expect(await isShadowed(SHADED, 'off', false)).toBe(false);
    // As the governor omits them during a movement.
    expect(await isShadowed(SHADED, 'on', false, false)).toBe(false);
  });

  it('darkens everything outside a box, and still picks there', async () => {
    show(TEXTURED, 'textured');
    await load('textured', 1);
    state = { ...state, sectionBox: section.box, isOutsideDimmed: true };
    drawPicture();
    expect(styleOf()).toMatchObject({ section: null, lit: { box: expect.anything() } });
    expect(styleOf().lit!.planes).toHaveLength(24);
    expect(picked()).toBeCloseTo(1, 3);
    state = { ...state, isOutsideDimmed: false };
    drawPicture();
    expect(styleOf().lit).toBeNull();
  });

  it('is the same for the scene that follows a lost context', async () => {
    state = { ...state, section, features, eyeDome: 'on' };
    const styles: object[] = [];
    for (let round = 0; round < 2; round++) {
      show(PROJECT_LAYER, 'objects');
      await answer('objects/tileset.json', tileset);
      drawPicture();
      // Tiles that the section removes are not even requested.
      expect(answers.has('objects/root.glb')).toBe(false);
      styles.push({ ...styleOf() });
      scene = makeScene();
    }
    expect(styles[0]).toMatchObject({ isEyeDomeOn: true, section: { box: expect.anything() } });
    expect(styles[0]).toHaveProperty('features.hasGhosts');
    expect(styles[1]).toEqual(styles[0]);
  });
});

describe('two layers on the two sides of a divider', () => {
  const LEFT = [100, 150] as const;
  const RIGHT = [300, 150] as const;
  const swipe = { secondLayerId: SHADED, fraction: 0.5, direction: 'sideBySide' } as const;
  const heightAt = ([x, y]: readonly [number, number]) => scene.picks.at(LOOKING_DOWN, x, y)?.pointEnu[2];

  beforeEach(async () => {
    show(TEXTURED, 'textured');
    await load('textured', 1);
    state = { ...state, swipe };
    scene.sides.second.show(SHADED, 'http://here/shaded/tileset.json');
    drawPicture();
  });

  it('is settled when both sides are, and each side reports its own progress', async () => {
    expect(progressOf(true, scene)).toMatchObject({ settled: false, isOpen: true });
    expect(progressOf(true, scene.sides.first).settled).toBe(true);
    expect(progressOf(true, scene.sides.second)).toMatchObject({ settled: false, isOpen: false });
    await load('shaded', 5);
    expect(progressOf(true, scene)).toMatchObject({ settled: true, wanted: 2, selected: 2 });
    expect(progressOf(true, scene.sides.second)).toMatchObject({ settled: true, isOpen: true, wanted: 1 });
    expect(scene.visibleLayerIds).toEqual([TEXTURED, SHADED]);
    expect(scene.loadedCount).toBe(2);
  });

  it('draws each in its part, and picks the layer of that side', async () => {
    await load('shaded', 5);
    expect(drawn.passes.map(({ part, items }) => [part?.side, items.length])).toEqual([
      ['first', 1],
      ['second', 1],
    ]);
    expect(heightAt(LEFT)).toBeCloseTo(1, 3);
    expect(heightAt(RIGHT)).toBeCloseTo(5, 3);
    expect(scene.picks.at(LOOKING_DOWN, ...LEFT)!.modeltypeId).toBe(TEXTURED);
    expect(scene.picks.at(LOOKING_DOWN, ...RIGHT)!.modeltypeId).toBe(SHADED);
    expect(scene.picks.drill(LOOKING_DOWN, ...RIGHT, 10).map(({ modeltypeId }) => modeltypeId)).toEqual([SHADED]);
  });

  it('moves the divider without another selection', async () => {
    await load('shaded', 5);
    state = { ...state, swipe: { ...swipe, fraction: 0.9 } };
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(progressOf(true, scene).settled).toBe(true);
  });

  it('refines each side to the error of its own layer', async () => {
    const boundingVolume = { sphere: [...llaToEcef(ORIGIN), 15] };
    const finer = { ...root, boundingVolume, content: { uri: 'finer.glb' } };
    // 60 m below the camera, about 9 px.
    const coarse = { ...root, boundingVolume, geometricError: 2, refine: 'REPLACE', children: [finer] };
    const coarseTileset = { type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root: coarse } } };
    thresholdsPx = { [SHADED]: 4 };
    await answer('shaded/tileset.json', coarseTileset as unknown as ParsedContent);
    drawPicture();
    await nextTask();
    expect(answers.has('shaded/finer.glb')).toBe(true);
  });

  it('applies feature styles only on the side of the Project Layer', async () => {
    scene.sides.second.show(PROJECT_LAYER, 'http://here/objects/tileset.json');
    state = {
      ...state,
      swipe: { ...swipe, secondLayerId: PROJECT_LAYER },
      features: { rest: { opacity: 0, color: null }, rules: [] },
    };
    await load('objects', 5);
    expect(drawn.passes.map(({ style }) => style.features !== null)).toEqual([false, true]);
  });

  it('exchanges the layers in one frame, because the tiles of both are loaded', async () => {
    await load('shaded', 5);
    scene.sides.first.show(SHADED, 'http://here/shaded/tileset.json');
    scene.sides.second.show(TEXTURED, 'http://here/textured/tileset.json');
    drawPicture();
    expect(scene.visibleLayerIds).toEqual([SHADED, TEXTURED]);
    expect(heightAt(LEFT)).toBeCloseTo(5, 3);
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(scene.loadedCount).toBe(2);
  });

  it('draws the first layer in the whole viewport when it ends', async () => {
    await load('shaded', 5);
    state = { ...state, swipe: null };
    scene.sides.second.showNothing();
    drawPicture();
    expect(drawn.passes.map(({ part, items }) => [part, items.length])).toEqual([[null, 1]]);
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(progressOf(true, scene)).toMatchObject({ settled: true, wanted: 1 });
  });
});
