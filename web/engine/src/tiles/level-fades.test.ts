import { LEVEL_FADE } from '@overlook/shared/config';
import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { isCutOut } from '../render/cutouts.ts';
import type { Dither } from '../render/dither.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { GpuContent } from '../render/gpu-content.ts';
import { type CameraFrame, cameraFrame } from '../view/camera-frame.ts';
import { LevelFades } from './level-fades.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const HALF_M = 256;

/** A flat square tile with `half` metres half side at (x, y), and 4 × 4 tiles for each level below it. */
function square(x: number, y: number, half: number, levels: number, refine: string): TileJson {
  const quarter = half / 2;
  const corners = [-quarter, quarter].flatMap((east) => [-quarter, quarter].map((north) => [east, north] as const));
  return {
    boundingVolume: { box: [x, y, 0, half, 0, 0, 0, half, 0, 0, 0, 1] },
    geometricError: levels > 1 ? half / 4 : 0,
    refine,
    content: { uri: `${x}_${y}_${half}.glb` },
    children:
      levels > 1 ? corners.map(([east, north]) => square(x + east, y + north, quarter, levels - 1, refine)) : [],
  };
}

const treeOf = (levels: number, refine = 'REPLACE') =>
  new Tile(square(0, 0, HALF_M, levels, refine), null, 'http://here/', { enuFromEcef: IDENTITY });

const all = (tile: Tile): Tile[] => [tile, ...(tile.children ?? []).flatMap(all)];
const makeReady = (tile: Tile) => void (tile.state = 'ready');

const above = (x: number, y: number, z: number): CameraFrame =>
  cameraFrame({ positionEnu: [x, y, z], direction: [0, 0, -1], up: [0, 1, 0] }, 800, 500, 1, 1e5);

/** Cameras above the centre, slightly below and above the height at which the root is fine enough. */
const NEAR = above(0, 0, 1700);
const FAR = above(0, 0, 1800);

/** A tree seen by a camera, with its cross-fades. */
class Seen {
  readonly selector = new Selector();
  readonly fades = new LevelFades();
  nowMs = 1000;
  view = NEAR;
  mayFade = true;
  private selection = 0;

  constructor(readonly root: Tile) {}

  select(view = this.view): this {
    this.view = view;
    this.selector.select(this.root, view, 16, ++this.selection);
    const { draw: items, isCovered } = this.selector;
    this.fades.update({ items, view, isCovered }, this.nowMs, this.mayFade);
    return this;
  }

  wait(ms: number): this {
    this.nowMs += ms;
    this.fades.advance(this.nowMs);
    return this;
  }

  get drawn(): DrawItem<Tile>[] {
    return this.fades.drawn(this.selector.draw, this.nowMs);
  }

  /** Half sides of the tiles that are drawn at a point of the ground, for pixels of a threshold. */
  at(x: number, y: number, threshold: number): number[] {
    return halvesOf(this.drawn, x, y, threshold);
  }

  /** Share of the pixels in the centre of a tile of `half` metres half side that show it. */
  shareOf(half: number, x = 11, y = 13): number {
    return THRESHOLDS.filter((threshold) => this.at(x, y, threshold).includes(half)).length / THRESHOLDS.length;
  }
}

const THRESHOLDS = Array.from({ length: 40 }, (_, i) => (i + 0.5) / 40);

/** As the shader of render/dither.ts: whether the tile is drawn at a position (ENU metres) for a threshold. */
function isShownAt({ choices, first, last }: Dither, threshold: number, at: readonly number[]): boolean {
  const { fronts, planes } = choices;
  const isBeside = (k: number) => {
    for (let i = 4; i < 20; i += 4) {
      const [a, b, c, d] = planes[k]!.subarray(i, i + 4);
      if (a! * at[0]! + b! * at[1]! + c! * at[2]! + d! < 0) return true;
    }
    return false;
  };
  let k = fronts.length - 1;
  while (k > 0 && threshold >= fronts[k]!) k--;
  while (k < fronts.length - 1 && isBeside(k)) k++;
  return k >= first && k <= last;
}

const halvesOf = (items: readonly DrawItem<Tile>[], x: number, y: number, threshold: number): number[] =>
  items
    .filter(({ tile, cutouts, dither }) => {
      const isThere = tile.volume.contains(x, y, 0) && !(cutouts && isCutOut(cutouts, x, y, 0));
      return isThere && (!dither || isShownAt(dither, threshold, [x, y, 0]));
    })
    .map(({ tile }) => tile.volume.axes[0]!);

/** Two levels, of which the coarse one is drawn. */
function coarse(refine?: string): Seen {
  const seen = new Seen(treeOf(2, refine));
  makeReady(seen.root);
  return seen.select();
}

describe('a tile that its children replace', () => {
  it('fades out while they fade in', () => {
    const seen = coarse();
    expect(seen.fades.isRunning).toBe(false);
    all(seen.root).forEach(makeReady);
    seen.select();
    expect(seen.shareOf(256)).toBe(1);
    for (const share of [0.25, 0.5, 0.75]) {
      seen.wait(LEVEL_FADE.durationMs / 4);
      expect(seen.shareOf(128)).toBeCloseTo(share, 6);
      expect(seen.shareOf(256)).toBeCloseTo(1 - share, 6);
    }
    seen.wait(LEVEL_FADE.durationMs / 4);
    expect(seen.fades.isRunning).toBe(false);
    expect(seen.drawn).toBe(seen.selector.draw);
  });

  it('stays complete where a child is missing', () => {
    const seen = coarse();
    seen.root.children!.slice(0, 3).forEach(makeReady);
    seen.select().wait(100);
    expect(seen.shareOf(128, -11, -13)).toBeCloseTo(0.4, 6);
    expect(seen.shareOf(256, 11, 13)).toBe(1);
    seen.root.children!.forEach(makeReady);
    seen.select().wait(50);
    expect(seen.shareOf(128, -11, -13)).toBeCloseTo(0.6, 6);
    expect(seen.shareOf(128, 11, 13)).toBeCloseTo(0.2, 6);
  });

  it('fades in from its current share when the camera turns back during the fade', () => {
    const seen = new Seen(treeOf(2));
    all(seen.root).forEach(makeReady);
    seen.select(FAR).select(NEAR).wait(100);
    expect(seen.shareOf(128)).toBeCloseTo(0.4, 6);
    seen.select(FAR);
    expect(seen.shareOf(128)).toBeCloseTo(0.4, 6);
    seen.wait(50);
    expect(seen.shareOf(128)).toBeCloseTo(0.4, 6);
    expect(seen.shareOf(256)).toBeCloseTo(0.6, 6);
    seen.wait(100);
    expect(seen.shareOf(256)).toBeCloseTo(0.6, 6);
    seen.wait(50);
    expect(seen.shareOf(256)).toBeCloseTo(0.8, 6);
    seen.wait(50);
    expect(seen.fades.isRunning).toBe(false);
  });

  it('fades on when the next level replaces its children during the fade', () => {
    const seen = new Seen(treeOf(3));
    all(seen.root).forEach(makeReady);
    seen
      .select(above(0, 0, 1740))
      .select(above(0, 0, 1720))
      .wait(100)
      .select(above(0, 0, 1200))
      .select(above(0, 0, 862))
      .wait(50);
    expect([256, 128, 64].map((half) => seen.shareOf(half))).toEqual([0.4, 0.4, 0.2].map((x) => expect.closeTo(x, 6)));
  });

  it('disappears at once if a tile of the fade is released', () => {
    const seen = coarse();
    all(seen.root).forEach(makeReady);
    seen.select().wait(50);
    seen.root.state = 'unloaded';
    seen.wait(1);
    expect(seen.fades.isRunning).toBe(false);
    expect(seen.shareOf(128)).toBe(1);
  });

  it('disappears at once when fading is off, and no fade follows', () => {
    const seen = coarse();
    seen.mayFade = false;
    all(seen.root).forEach(makeReady);
    expect(seen.select().fades.isRunning).toBe(false);
    expect(seen.shareOf(128)).toBe(1);
    seen.mayFade = true;
    expect(seen.select().fades.isRunning).toBe(false);
  });

  it('does not fade if it is a point cloud', () => {
    const seen = new Seen(treeOf(2));
    for (const tile of all(seen.root)) tile.gpu = [{ points: 1, primitives: [] as unknown } as GpuContent];
    makeReady(seen.root);
    seen.select();
    all(seen.root).forEach(makeReady);
    expect(seen.select().fades.isRunning).toBe(false);
  });
});

describe('a cross-fade', () => {
  it('does not start for tiles that fill an empty area', () => {
    const seen = new Seen(treeOf(2)).select();
    all(seen.root).forEach(makeReady);
    expect(seen.select().fades.isRunning).toBe(false);
    expect(seen.shareOf(128)).toBe(1);
  });

  it('fades additive children in and out beside their parent', () => {
    const seen = coarse('ADD');
    all(seen.root).forEach(makeReady);
    seen.select().wait(100);
    expect(seen.shareOf(128)).toBeCloseTo(0.4, 6);
    expect(seen.shareOf(256)).toBe(1);
    seen.wait(150);
    seen.select(FAR).wait(100);
    expect(seen.shareOf(128)).toBeCloseTo(0.6, 6);
    expect(seen.shareOf(256)).toBe(1);
  });

  it('does not start for tiles that left the view', () => {
    const seen = coarse('ADD');
    all(seen.root).forEach(makeReady);
    seen.select().wait(300);
    for (const [x, z] of [
      [300, 1500],
      [600, 1300],
      [700, 1000],
      [700, 800],
      [700, 640],
      [700, 500],
      [700, 390],
    ] as const) {
      expect(seen.select(above(x, 0, z)).fades.isRunning).toBe(false);
    }
    expect(seen.drawn).toEqual([]);
  });

  it('ends at once on request', () => {
    const seen = coarse();
    all(seen.root).forEach(makeReady);
    seen.select().wait(50);
    seen.fades.end();
    expect(seen.drawn).toBe(seen.selector.draw);
    seen.select().wait(1);
    expect(seen.drawn).toBe(seen.selector.draw);
  });
});

/** Pseudo-random numbers from −1 to 1, determined by the seed (linear congruential generator). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Positions on the ground, not on borders between the smallest tiles. */
const isInATile = (place: readonly number[]): boolean =>
  place.every((at) => Math.abs(at) < HALF_M && Math.abs(at / 32 - Math.round(at / 32)) > 1e-6);

/** Normalised device coordinates, −1 to 1. */
const PROBES = [-0.97, -0.51, 0.013, 0.47, 0.96].flatMap((x) => [-0.96, 0.021, 0.95].map((y) => [x, y] as const));

it.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'shows one surface at each pixel of each frame for any camera path and order of arrival (%i)',
  (seed) => {
    const next = numbersOf(seed);
    const seen = new Seen(treeOf(4));
    const tiles = all(seen.root);
    makeReady(seen.root);
    seen.select(above(0.3, 0.4, 400));
    let fading = 0;
    for (let step = 0; step < 30; step++) {
      for (let i = 0; i < 3; i++) makeReady(tiles[Math.floor((next() + 1) * 42)]!);
      const { view } = seen;
      const x = Math.max(-200, Math.min(200, view.x + 0.2 * view.z * next()));
      const y = Math.max(-200, Math.min(200, view.y + 0.2 * view.z * next()));
      const z = Math.max(40, Math.min(1800, view.z * (1 + 0.2 * next())));
      seen.wait(40 * (1 + next())).select(above(x, y, z));
      const { drawn } = seen;
      if (seen.fades.isRunning) fading++;
      for (const [right, top] of PROBES) {
        const place = [x + right * 0.9 * z, y + top * 0.55 * z] as const;
        if (!isInATile(place)) continue;
        for (const threshold of [0.013, 0.22, 0.41, 0.67, 0.93]) {
          const there = halvesOf(drawn, ...place, threshold);
          expect(there.length, `${there.join()} at ${place.join()}, step ${step}`).toBe(1);
        }
      }
    }
    expect(fading).toBeGreaterThan(5);
  },
);
