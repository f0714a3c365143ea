/** Requests while the camera moves, and when it rests. */
import { IDENTITY } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import { standsOutMetres } from './hidden-tiles.ts';
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

const tree = (refine: string) => new Tile(square(0, 0, 512, 6, refine), null, 'http://here/', { ecefToEnu: IDENTITY });
/** As a person sees the site. */
const level = (x: number, y: number) =>
  cameraFrame({ positionEnu: [x, y, 3], direction: [0, 1, 0], up: [0, 0, 1] }, 1100, 600, 1, 1e5);

function asked(root: Tile, x: number, y: number, isMoving: boolean): { wanted: Tile[]; draw: Tile[] } {
  const selector = new Selector();
  selector.select(root, { ...level(x, y), isMoving }, THRESHOLD_PX, isMoving ? 1 : 2);
  return { wanted: [...selector.wanted], draw: selector.draw.map(({ tile }) => tile) };
}

const place = fc.integer({ min: -400, max: 400 });
const refine = fc.constantFrom('REPLACE', 'ADD');
/** As if coarse tiles had come. */
function load(root: Tile, metres: number): void {
  if (root.geometricError >= metres) root.state = 'ready';
  for (const child of root.children ?? []) load(child, metres);
}

describe('while the camera moves', () => {
  it('only tiles that an ancestor replaces with little error are left out, and a view at rest requests them', () => {
    fc.assert(
      fc.property(place, place, refine, (x, y, how) => {
        const root = tree(how);
        load(root, 32);
        const [moving, resting] = [asked(root, x, y, true), asked(root, x, y, false)];
        const view = level(x, y);
        const left = resting.wanted.filter((tile) => !moving.wanted.includes(tile));
        expect(resting.wanted).toEqual(expect.arrayContaining(moving.wanted));
        for (const tile of left) {
          const errorPx = (tile.parent!.geometricError * view.pixelsPerRadian) / Math.max(tile.distance, 1e-3);
          expect(errorPx).toBeLessThan(THRESHOLD_PX * relaxation(tile.volume, tile.distance, view));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('the same is drawn of what is there', () => {
    fc.assert(
      fc.property(place, place, refine, (x, y, how) => {
        const root = tree(how);
        load(root, 8);
        expect(asked(root, x, y, true).draw).toEqual(asked(root, x, y, false).draw);
      }),
      { numRuns: 10 },
    );
  });

  it('at most 0.7 of the tiles of ground views are asked for, once the coarsest are there', () => {
    const [moving, resting] = [true, false].map((isMoving) => {
      const root = tree('REPLACE');
      load(root, 64);
      return [-400, -200, 0, 200].reduce((sum, x) => sum + asked(root, x, -300, isMoving).wanted.length, 0);
    });
    expect(moving! / resting!).toBeLessThan(0.7);
  });
});

describe('the order of requests', () => {
  it('the finest tiles, which have no error of their own, come by what they would mend', () => {
    const root = tree('REPLACE');
    const { wanted } = asked(root, 0, -300, false);
    const finest = wanted.filter(({ geometricError }) => geometricError === 0);
    const byPriority = [...finest].toSorted((a, b) => b.priority - a.priority);
    expect(byPriority[0]!.distance).toBeLessThanOrEqual(byPriority.at(-1)!.distance);
    expect(new Set(finest.map(({ priority }) => priority)).size).toBeGreaterThan(finest.length / 3);
  });
});

describe('behind the newest picture', () => {
  /** The tiles of a view at rest, with so much hidden. */
  function select(root: Tile, hidden: ReadonlySet<Tile>) {
    const selector = new Selector();
    selector.select(root, level(0, -300), THRESHOLD_PX, 1, null, hidden);
    return selector;
  }
  const isBelow = (tile: Tile, above: Tile): boolean => {
    for (let up: Tile | null = tile; up; up = up.parent) if (up === above) return true;
    return false;
  };

  it('tiles that an ancestor replaces are not requested, and all others are', () => {
    const root = tree('REPLACE');
    load(root, 32);
    const { wanted: all } = select(root, new Set());
    const [hidden] = all.filter(({ parent }) => parent!.geometricError < 32).map(({ parent }) => parent!);
    const { wanted, spared, draw, wantedCount } = select(root, new Set([hidden!]));
    expect(spared.length).toBeGreaterThan(0);
    expect(spared.every((tile) => isBelow(tile, hidden!))).toBe(true);
    expect(new Set([...wanted, ...spared])).toEqual(new Set(all));
    expect(wantedCount).toBe(select(root, new Set()).wantedCount - spared.length);
    expect(draw.map(({ tile }) => tile)).toEqual(select(root, new Set()).draw.map(({ tile }) => tile));
  });

  it('what has nothing drawn in its place is asked for, and what is under way goes on', () => {
    const root = tree('REPLACE');
    const everything = new Set([root]);
    expect(select(root, everything).spared).toEqual([]);
    load(root, 32);
    const all = select(root, new Set()).wanted;
    all[0]!.state = 'loading';
    const { wanted, spared } = select(root, everything);
    expect(wanted).toEqual([all[0]]);
    expect(spared).toEqual(all.slice(1));
  });

  it('boxes are grown by a part of the error of what is drawn', () => {
    const root = tree('REPLACE');
    load(root, 64);
    const [tile] = select(root, new Set()).wanted;
    let up = tile!.parent!;
    while (up.state !== 'ready') up = up.parent!;
    expect(standsOutMetres(tile!)).toBe(up.geometricError / 4);
    expect(standsOutMetres(root)).toBe(Infinity);
  });
});
