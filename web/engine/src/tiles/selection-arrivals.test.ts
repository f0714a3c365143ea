import { IDENTITY } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import { MAX_CUT_BOXES, isCutOut } from '../render/cutouts.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const SIDE = 256;
const THRESHOLD_PX = 16;
const above = cameraFrame({ positionEnu: [0, 0, 420], direction: [0, 0, -1], up: [0, 1, 0] }, 800, 500, 1, 1e5);

const content = (name: string) => ({ uri: `${name}.glb` });

/** An octree of cubes with `levels` levels and content everywhere. */
function octree(x: number, y: number, z: number, half: number, levels: number): TileJson {
  const quarter = half / 2;
  const children: TileJson[] = [];
  const childCount = levels > 1 ? 8 : 0;
  for (let child = 0; child < childCount; child++) {
    const [i, j, k] = [child & 1, (child >> 1) & 1, child >> 2].map((bit) => 2 * bit - 1) as [number, number, number];
    children.push(octree(x + i * quarter, y + j * quarter, z + k * quarter, quarter, levels - 1));
  }
  return {
    boundingVolume: { box: [x, y, z, half, 0, 0, 0, half, 0, 0, 0, half] },
    geometricError: levels > 1 ? half / 2 : 0,
    refine: 'REPLACE',
    content: content(`${x}_${y}_${z}_${half}`),
    children,
  };
}

/** A root with `perSide`² leaves side by side, a common layout of photogrammetry exports. */
function flat(perSide: number): TileJson {
  const half = SIDE / perSide;
  const children = Array.from({ length: perSide ** 2 }, (_, i): TileJson => {
    const [x, y] = [(2 * (i % perSide) + 1) * half - SIDE, (2 * Math.floor(i / perSide) + 1) * half - SIDE];
    return {
      boundingVolume: { box: [x, y, 0, half, 0, 0, 0, half, 0, 0, 0, 1] },
      geometricError: 0,
      content: content(`${x}_${y}`),
    };
  });
  return {
    boundingVolume: { box: [0, 0, 0, SIDE, 0, 0, 0, SIDE, 0, 0, 0, 1] },
    geometricError: SIDE,
    refine: 'REPLACE',
    content: content('root'),
    children,
  };
}

const treeOf = (json: TileJson) => new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });

/** Lets the wanted tiles arrive one by one in random order and inspects each frame. */
function arrive(root: Tile, seed: number, look: (selector: Selector, sharp: Set<Tile>) => void): void {
  const selector = new Selector();
  const sharp = new Set<Tile>();
  let chance = seed;
  for (let frame = 1; frame < 5000; frame++) {
    selector.select(root, above, THRESHOLD_PX, frame);
    for (const { tile } of selector.draw)
      if (tile.screenSpaceError <= THRESHOLD_PX || tile.children === null) sharp.add(tile);
    look(selector, sharp);
    if (selector.wanted.length === 0) return;
    chance = (chance * 1103515245 + 12345) % 2 ** 31;
    // The coarsest tile arrives first, because it is requested first.
    const next = frame === 1 ? root : selector.wanted[chance % selector.wanted.length]!;
    next.state = 'ready';
  }
  throw new Error('The tiles never end.');
}

describe('a drawn target', () => {
  it.each([
    ['a tree of 8', () => octree(0, 0, 0, SIDE, 4), 3],
    ['a flat root of 100', () => flat(10), 5],
    ['a flat root of 400', () => flat(20), 1],
  ])('stays drawn while other tiles arrive, in %s', (_, json, numRuns) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (seed) => {
        arrive(treeOf(json()), seed, (selector, sharp) => {
          const drawn = new Set(selector.draw.map(({ tile }) => tile));
          expect([...sharp].filter((tile) => !drawn.has(tile))).toEqual([]);
        });
      }),
      { numRuns },
    );
  });

  it('has the ancestor cut out around it', () => {
    const root = treeOf(flat(10));
    let atOnce = 0;
    arrive(root, 7, ({ draw }, sharp) => {
      for (const { tile } of draw) {
        if (!sharp.has(tile)) continue;
        const { cx, cy, cz } = tile.volume;
        const coarse = draw.filter(
          ({ cutouts, tile: other }) => other === root && !(cutouts && isCutOut(cutouts, cx, cy, cz)),
        );
        expect(coarse).toEqual([]);
      }
      atOnce = Math.max(atOnce, draw.find(({ tile }) => tile === root)?.cutouts?.finished.length ?? 0);
    });
    expect(atOnce).toBe(99);
  });
});

describe('cutouts with more boxes than the limit', () => {
  it('use the largest boxes and move the ancestor back in depth under the others', () => {
    const root = treeOf(flat(20));
    let pushedBack = 0;
    arrive(root, 3, ({ draw }) => {
      const cutouts = draw.find(({ tile }) => tile === root)?.cutouts;
      if (!cutouts) return;
      expect(cutouts.finished.length + cutouts.missing.length).toBeLessThanOrEqual(MAX_CUT_BOXES);
      if (!cutouts.isPushedBack) return;
      pushedBack++;
      // A position that no box covers still shows the ancestor.
      for (const { volume, state } of root.children!)
        if (state !== 'ready') expect(isCutOut(cutouts, volume.cx, volume.cy, volume.cz)).toBe(false);
    });
    expect(pushedBack).toBeGreaterThan(100);
  });
});
