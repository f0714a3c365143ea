/** Requests of a moving camera and of a camera at rest. */
import { IDENTITY } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import { overhangMetres } from './hidden-tiles.ts';
import { relaxation } from './relaxation.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const THRESHOLD_PX = 16;

function square(x: number, y: number, half: number, levels: number, refine: string): TileJson {
  const quarter = half / 2;
  const corners = [-quarter, quarter].flatMap((i) => [-quarter, quarter].map((j) => [x + i, y + j] as const));
  return {
    boundingVolume: { box: [x, y, 0, half, 0, 0, 0, half, 0, 0, 0, 4] },
    geometricError: levels > 1 ? half / 4 : 0,
    refine,
    content: { uri: `${x}_${y}_${half}.glb` },
    children: levels > 1 ? corners.map(([cx, cy]) => square(cx, cy, quarter, levels - 1, refine)) : [],
  };
}

const tree = (refine: string) =>
  new Tile(square(0, 0, 512, 6, refine), null, 'http://here/', { enuFromEcef: IDENTITY });
/** Eye level above the site. */
const level = (x: number, y: number) =>
  cameraFrame({ positionEnu: [x, y, 3], direction: [0, 1, 0], up: [0, 0, 1] }, 1100, 600, 1, 1e5);

function asked(root: Tile, x: number, y: number, isMoving: boolean): { wanted: Tile[]; draw: Tile[] } {
  const selector = new Selector();
  selector.select(root, { ...level(x, y), isMoving }, THRESHOLD_PX, isMoving ? 1 : 2);
  return { wanted: [...selector.wanted], draw: selector.draw.map(({ tile }) => tile) };
}

const place = fc.integer({ min: -400, max: 400 });
const refine = fc.constantFrom('REPLACE', 'ADD');
/** Marks tiles coarser than `metres` as loaded. */
function load(root: Tile, metres: number): void {
  if (root.geometricError >= metres) root.state = 'ready';
  for (const child of root.children ?? []) load(child, metres);
}

describe('a moving camera', () => {
  it('skips only tiles whose drawn ancestor has a small error; the camera at rest requests them', () => {
    fc.assert(
      fc.property(place, place, refine, (x, y, how) => {
        const root = tree(how);
        load(root, 32);
        const [moving, resting] = [asked(root, x, y, true), asked(root, x, y, false)];
        const view = level(x, y);
        const left = resting.wanted.filter((tile) => !moving.wanted.includes(tile));
        expect(resting.wanted).toEqual(expect.arrayContaining(moving.wanted));
        for (const tile of left) {
          const errorPx = (tile.parent!.geometricError * view.pixelsPerMetre) / Math.max(tile.distance, 1e-3);
          expect(errorPx).toBeLessThan(THRESHOLD_PX * relaxation(tile.volume, tile.distance, view));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('draws the same loaded tiles as a camera at rest', () => {
    fc.assert(
      fc.property(place, place, refine, (x, y, how) => {
        const root = tree(how);
        load(root, 8);
        expect(asked(root, x, y, true).draw).toEqual(asked(root, x, y, false).draw);
      }),
      { numRuns: 10 },
    );
  });

  it('requests at most 0.7 of the tiles of a ground view once the coarsest are loaded', () => {
    const [moving, resting] = [true, false].map((isMoving) => {
      const root = tree('REPLACE');
      load(root, 64);
      return [-400, -200, 0, 200].reduce((sum, x) => sum + asked(root, x, -300, isMoving).wanted.length, 0);
    });
    expect(moving! / resting!).toBeLessThan(0.7);
  });
});

describe('the order of requests', () => {
  it('tiles without an error of their own are sorted by the error that they would remove', () => {
    const root = tree('REPLACE');
    const { wanted } = asked(root, 0, -300, false);
    const finest = wanted.filter(({ geometricError }) => geometricError === 0);
    const byPriority = [...finest].toSorted((a, b) => b.priority - a.priority);
    expect(byPriority[0]!.distance).toBeLessThanOrEqual(byPriority.at(-1)!.distance);
    expect(new Set(finest.map(({ priority }) => priority)).size).toBeGreaterThan(finest.length / 3);
  });
});

describe('fallbacks', () => {
  const deep = () => new Tile(square(0, 0, 512, 7, 'REPLACE'), null, 'http://here/', { enuFromEcef: IDENTITY });
  /** Fallbacks of the fifth level, two levels above the finest. */
  const fallbacksOf = (tiles: readonly Tile[]) =>
    tiles.filter(({ depth, screenSpaceError }) => depth === 4 && screenSpaceError > THRESHOLD_PX);
  const below = (tiles: readonly Tile[], above: Tile) =>
    tiles.filter(({ parent }) => parent === above || parent?.parent === above);

  it('are not requested for few missing tiles, unless they are under way', () => {
    const root = deep();
    load(root, 64);
    const { wanted } = asked(root, 0, -300, false);
    const counts = fallbacksOf(wanted).map((tile) => below(wanted, tile).length);
    expect(counts.length).toBeGreaterThan(0);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);

    const [fallback] = fallbacksOf(wanted);
    for (const tile of below(wanted, fallback!).slice(4)) tile.state = 'ready';
    const fewer = asked(root, 0, -300, false).wanted;
    expect(fewer).not.toContain(fallback);
    expect(below(fewer, fallback!)).toHaveLength(4);
    fallback!.state = 'loading';
    expect(asked(root, 0, -300, false).wanted).toContain(fallback);
  });

  it('are not requested for few missing tiles while the coarsest tile, which is requested first, is missing', () => {
    const root = deep();
    const before = fallbacksOf(asked(root, 0, -300, false).wanted);
    root.state = 'ready';
    expect(fallbacksOf(asked(root, 0, -300, false).wanted)).toEqual(before);
  });

  it('are requested in place of tiles that wait for the end of a movement', () => {
    const root = deep();
    load(root, 64);
    const [moving, resting] = [true, false].map((isMoving) => asked(root, 0, -300, isMoving).wanted);
    const waiting = resting!.filter((tile) => !moving!.includes(tile) && tile.depth === 6);
    const isReplaced = ({ parent }: Tile) =>
      moving!.includes(parent!.parent!) || moving!.includes(parent!.parent!.parent!.parent!);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(isReplaced)).toBe(true);
  });
});

describe('behind the last frame', () => {
  /** Selection of a view at rest with a set of hidden tiles. */
  function select(root: Tile, hidden: ReadonlySet<Tile>) {
    const selector = new Selector();
    selector.select(root, level(0, -300), THRESHOLD_PX, 1, null, hidden);
    return selector;
  }
  const isBelow = (tile: Tile, above: Tile): boolean => {
    for (let up: Tile | null = tile; up; up = up.parent) if (up === above) return true;
    return false;
  };

  it('hidden tiles with a drawn ancestor are not requested, all other tiles are', () => {
    const root = tree('REPLACE');
    load(root, 32);
    const { wanted: all } = select(root, new Set());
    const [hidden] = all.filter(({ parent }) => parent!.geometricError < 32).map(({ parent }) => parent!);
    const { wanted, occluded, draw, wantedCount } = select(root, new Set([hidden!]));
    expect(occluded.length).toBeGreaterThan(0);
    expect(occluded.every((tile) => isBelow(tile, hidden!))).toBe(true);
    expect(new Set([...wanted, ...occluded])).toEqual(new Set(all));
    expect(wantedCount).toBe(select(root, new Set()).wantedCount - occluded.length);
    expect(draw.map(({ tile }) => tile)).toEqual(select(root, new Set()).draw.map(({ tile }) => tile));
  });

  it('hidden tiles without a drawn ancestor are requested, and active requests continue', () => {
    const root = tree('REPLACE');
    const everything = new Set([root]);
    expect(select(root, everything).occluded).toEqual([]);
    load(root, 32);
    const all = select(root, new Set()).wanted;
    all[0]!.state = 'loading';
    const { wanted, occluded } = select(root, everything);
    expect(wanted).toEqual([all[0]]);
    expect(occluded).toEqual(all.slice(1));
  });

  it('boxes grow by a share of the error of the drawn ancestor', () => {
    const root = tree('REPLACE');
    load(root, 64);
    const [tile] = select(root, new Set()).wanted;
    let up = tile!.parent!;
    while (up.state !== 'ready') up = up.parent!;
    expect(overhangMetres(tile!)).toBe(up.geometricError / 4);
    expect(overhangMetres(root)).toBe(Infinity);
  });
});
