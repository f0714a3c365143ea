import { beforeEach, describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, llaToEcef, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { ParsedContent, Primitive } from '../content/content.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import { progressOf } from './progress.ts';
import { Screen } from './screen.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const FRAME = enuFrame(ORIGIN);
const LOOKING_DOWN = cameraFrame({ positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const [SHADED, TEXTURED] = [2, 3];

/** What has been asked for, and how to answer it. */
let answers: Map<string, { resolve: (content: ParsedContent) => void; reject: (error: Error) => void }>;
let screen: Screen;
let seen: (number | null)[];
let aborted: string[];

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

const answer = async (name: string, content: ParsedContent): Promise<void> => {
  answers.get(name)!.resolve(content);
  await new Promise((resolve) => setTimeout(resolve));
};
const tileset = { type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root } } } as unknown as ParsedContent;

/** As a stage draws: choose, then draw. */
const drawPicture = (): void => {
  screen.update(LOOKING_DOWN, true, 16, 0);
  screen.draw(LOOKING_DOWN, 1, 0);
};
const picked = () => screen.pick(LOOKING_DOWN, 200, 150)?.pointEnu[2];

async function load(layer: string, height: number): Promise<void> {
  await answer(`${layer}/tileset.json`, tileset);
  drawPicture();
  await answer(`${layer}/root.glb`, ground(height));
  drawPicture();
}

beforeEach(() => {
  answers = new Map();
  seen = [];
  aborted = [];
  const canvas = { gl: memoryGl(), pixelRatio: () => 1, setLayers: () => undefined, draw: () => undefined };
  screen = new Screen({
    canvas: canvas as unknown as DeckCanvas,
    contents,
    frame: FRAME,
    capBytes: 1e9,
    isSoftware: true,
    hasNoLayers: false,
    onChange: () => undefined,
    onError: () => undefined,
    onSeen: () => seen.push(screen.seenLayerId),
  });
});

const show = (id: number, layer: string): void => {
  screen.show(id, `http://here/${layer}/tileset.json`);
  drawPicture();
};

describe('a screen that opens', () => {
  it('is not settled before it knows what to show, nor over an empty picture', async () => {
    expect(progressOf(true, null).settled).toBe(false);
    expect(progressOf(true, screen).settled).toBe(false);
    show(TEXTURED, 'textured');
    expect(progressOf(true, screen)).toMatchObject({ settled: false, isOpen: false });
    await answer('textured/tileset.json', tileset);
    drawPicture();
    expect(progressOf(true, screen)).toMatchObject({ settled: false, isOpen: false, wanted: 1 });
    await answer('textured/root.glb', ground(1));
    expect(progressOf(true, screen).settled).toBe(false);
    drawPicture();
    expect(progressOf(true, screen)).toMatchObject({ settled: true, isOpen: true, selected: 1 });
    expect(progressOf(false, screen).settled).toBe(false);
  });

  it('counts a root that cannot be had as failed, and does not open', async () => {
    show(TEXTURED, 'textured');
    answers.get('textured/tileset.json')!.reject(new Error('gone'));
    await new Promise((resolve) => setTimeout(resolve));
    drawPicture();
    expect(progressOf(true, screen)).toMatchObject({ failed: 1, loaded: 0, isOpen: false });
  });
});

describe('a change of layer', () => {
  beforeEach(async () => {
    show(TEXTURED, 'textured');
    await load('textured', 1);
    seen = [];
  });

  it('keeps the old layer seen and picked until the new one covers the view, then draws that alone', async () => {
    show(SHADED, 'shaded');
    expect(screen.seenLayerId).toBe(TEXTURED);
    expect(screen.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(1, 3);
    expect(progressOf(true, screen)).toMatchObject({ settled: false, isOpen: true });
    await load('shaded', 5);
    expect(seen).toEqual([SHADED]);
    expect(screen.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(5, 3);
    expect(progressOf(true, screen).settled).toBe(true);
  });

  it('goes back to what is still seen at once', () => {
    show(SHADED, 'shaded');
    show(TEXTURED, 'textured');
    expect(seen).toEqual([]);
    expect(picked()).toBeCloseTo(1, 3);
    expect(progressOf(true, screen).settled).toBe(true);
  });

  it('ends with nothing when the new layer cannot be had', async () => {
    show(SHADED, 'shaded');
    answers.get('shaded/tileset.json')!.reject(new Error('gone'));
    await new Promise((resolve) => setTimeout(resolve));
    drawPicture();
    expect(screen.seenLayerId).toBe(SHADED);
    expect(screen.selectedCount).toBe(0);
    expect(progressOf(true, screen).failed).toBe(1);
  });

  it('gives the old layer up for room when memory is full', async () => {
    show(SHADED, 'shaded');
    await answer('shaded/tileset.json', tileset);
    screen.budget.capBytes = 1;
    drawPicture();
    expect(seen).toEqual([SHADED]);
    expect(screen.budget.usedBytes).toBe(0);
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
  const finest = () => screen.pickFinest(LOOKING_DOWN, [0, 0, 60], [0, 0, -1], 57);

  beforeEach(async () => {
    show(TEXTURED, 'textured');
    await answer('textured/tileset.json', coarseTileset as unknown as ParsedContent);
    drawPicture();
    await answer('textured/root.glb', ground(1));
    drawPicture();
  });

  it('is found in the finest tile there, which the view does not need', async () => {
    expect(answers.has('textured/finer.glb')).toBe(false);
    expect(screen.pick(LOOKING_DOWN, 200, 150)!.errorMetres).toBeCloseTo(2, 9);
    screen.setUnrefined([place]);
    drawPicture();
    expect(progressOf(true, screen)).toMatchObject({ settled: false, wanted: 2 });
    expect(finest()).toBeNull();
    await answer('textured/finer.glb', ground(1.5));
    drawPicture();
    expect(progressOf(true, screen).settled).toBe(true);
    expect(finest()!.pointEnu[2]).toBeCloseTo(1.5, 3);
    expect(finest()!.errorMetres).toBeLessThanOrEqual(0.01);
    // What is drawn stays what the view needs.
    expect(screen.selectedCount).toBe(1);
    expect(picked()).toBeCloseTo(1, 3);
  });

  it('is asked for no more when the point is gone', () => {
    screen.setUnrefined([place]);
    drawPicture();
    screen.setUnrefined([]);
    drawPicture();
    expect(progressOf(true, screen)).toMatchObject({ settled: true, wanted: 1 });
    expect(aborted).toEqual(['textured/finer.glb']);
  });

  it('is nothing to a layer that it was not picked on', () => {
    screen.setUnrefined([{ ...place, modeltypeId: SHADED }]);
    drawPicture();
    expect(progressOf(true, screen).settled).toBe(true);
  });
});
