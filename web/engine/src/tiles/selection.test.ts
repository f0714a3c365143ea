import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { OrientedBox } from '../geometry/oriented-box.ts';
import { isCutOut } from '../render/cutouts.ts';
import type { GpuContent } from '../render/gpu-content.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const HEIGHT_PX = 500;

/** A flat square tile of `half` metres half side at (x, y); its content is named after its position. */
function square(x: number, y: number, half: number, levels: number, refine: string): TileJson {
  const quarter = half / 2;
  const children =
    levels > 1
      ? [
          [-1, -1],
          [1, -1],
          [-1, 1],
          [1, 1],
        ].map(([i, j]) => square(x + i! * quarter, y + j! * quarter, quarter, levels - 1, refine))
      : [];
  return {
    boundingVolume: { box: [x, y, 0, half, 0, 0, 0, half, 0, 0, 0, 1] },
    geometricError: levels > 1 ? half / 4 : 0,
    refine,
    content: { uri: `${x}_${y}_${half}.glb` },
    children,
  };
}

const tree = (refine = 'REPLACE') =>
  new Tile(square(0, 0, 256, 5, refine), null, 'http://here/', { enuFromEcef: IDENTITY });

const above = (x: number, y: number, z: number, fovYDeg?: number) =>
  cameraFrame({ positionEnu: [x, y, z], direction: [0, 0, -1], up: [0, 1, 0] }, 800, HEIGHT_PX, 1, 1e5, fovYDeg);

const makeReady = (tile: Tile) => {
  tile.state = 'ready';
};
const all = (tile: Tile): Tile[] => [tile, ...(tile.children ?? []).flatMap(all)];

function covers(selector: Selector, x: number, y: number): number {
  return selector.draw.filter(
    ({ tile, cutouts }) => tile.volume.contains(x, y, 0) && !(cutouts && isCutOut(cutouts, x, y, 0)),
  ).length;
}

describe('a tile that refers to a tileset and has its own mesh', () => {
  it.each(['REPLACE', 'ADD'])('is drawn together with the tileset, refined by %s', (refine) => {
    const json = square(0, 0, 64, 1, refine);
    const root = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
    const inner = root.adopt(square(0, 0, 32, 1, refine), 'http://here/more/');
    root.isExternal = true;
    const selector = new Selector();
    const view = above(0, 0, 100);
    selector.select(root, view, 16, 1);
    expect(selector.wanted).toEqual([root, inner]);
    makeReady(inner);
    selector.select(root, view, 16, 2);
    expect(selector.draw.map(({ tile }) => tile)).toEqual([inner]);
    makeReady(root);
    selector.select(root, view, 16, 3);
    expect(selector.draw.map(({ tile }) => tile)).toEqual([root, inner]);
  });
});

describe('Selector, REPLACE', () => {
  it('draws only the root when it is fine enough', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const selector = new Selector();
    selector.select(root, above(0, 0, 20_000), 16, 1);
    expect(selector.draw.map(({ tile }) => tile)).toEqual([root]);
    expect(selector.wanted).toEqual([]);
  });

  it('refines until the error is below the threshold, and never draws a tile together with its ancestor', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const selector = new Selector();
    const view = above(0.3, 0.3, 300);
    selector.select(root, view, 16, 1);
    for (const { tile } of selector.draw) {
      expect(tile.screenSpaceError <= 16 || tile.children === null).toBe(true);
      for (let up = tile.parent; up; up = up.parent) expect(selector.draw.some((item) => item.tile === up)).toBe(false);
    }
    for (let x = -200; x < 200; x += 37) expect(covers(selector, x + 0.11, 0.17)).toBe(1);
  });

  it('refines with a long lens as with a correspondingly lower threshold', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const finest = (fovYDeg: number, errorPx: number) => {
      const selector = new Selector();
      selector.select(root, above(0.3, 0.3, 1200, fovYDeg), errorPx, 1);
      return Math.max(...selector.draw.map(({ tile }) => tile.depth));
    };
    // Half the tangent doubles the pixels per radian.
    const longDeg = 2 * Math.atan(Math.tan(Math.PI / 6) / 2) * (180 / Math.PI);
    expect(finest(longDeg, 16)).toBe(finest(60, 8));
    expect(finest(longDeg, 16)).toBeGreaterThan(finest(60, 16));
  });

  it('draws nothing behind the camera', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const selector = new Selector();
    const up = cameraFrame({ positionEnu: [0, 0, 50], direction: [0, 0, 1], up: [0, 1, 0] }, 800, HEIGHT_PX, 1, 1e5);
    selector.select(root, up, 16, 1);
    expect(selector.draw).toEqual([]);
  });

  it('requests the coarsest tile first, and not every level', () => {
    const root = tree();
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 100), 16, 1);
    const order = selector.wanted.toSorted((a, b) => b.priority - a.priority);
    expect(order[0]).toBe(root);
    const depths = new Set(selector.wanted.map((tile) => tile.depth));
    expect(depths.has(1)).toBe(false);
    expect(depths.has(2)).toBe(true);
  });

  it('draws each position exactly once while finer tiles are missing, and keeps ready tiles', () => {
    const root = tree();
    const view = above(0.3, 0.3, 120);
    const selector = new Selector();
    makeReady(root);
    selector.select(root, view, 16, 1);
    expect(selector.draw).toHaveLength(1);
    const targets = selector.wanted.filter((tile) => tile.screenSpaceError <= 16 || tile.children === null);
    expect(targets.length).toBeGreaterThan(5);
    targets.slice(0, 5).forEach(makeReady);
    selector.select(root, view, 16, 2);
    for (const tile of targets.slice(0, 5)) expect(selector.draw.some((item) => item.tile === tile)).toBe(true);
    for (let x = -60; x < 60; x += 7) {
      for (let y = -60; y < 60; y += 7) expect(covers(selector, x + 0.013, y + 0.017)).toBe(1);
    }
  });

  it('draws the children of a missing tile, and requests the tile last', () => {
    const root = tree();
    makeReady(root);
    const selector = new Selector();
    const near = above(0.3, 0.3, 60);
    for (let i = 1; i < 10; i++) {
      selector.select(root, near, 16, i);
      selector.wanted.forEach(makeReady);
    }
    const finest = Math.max(...selector.draw.map(({ tile }) => tile.depth));
    const away = above(0.3, 0.3, 300);
    selector.select(root, away, 16, 10);
    const missing = selector.wanted.filter(({ depth }) => depth === finest - 1);
    const isReplaced = ({ builtChildren }: Tile) =>
      builtChildren.length > 0 &&
      builtChildren.every(
        (child) => child.volume.cull(away.planes, 31) < 0 || selector.draw.some(({ tile }) => tile === child),
      );
    const replaced = missing.filter(isReplaced);
    expect(replaced.length).toBeGreaterThan(0);
    for (const tile of replaced) expect(tile.priority).toBe(0);
    for (let x = -60; x < 60; x += 7)
      for (let y = -40; y < 40; y += 7) expect(covers(selector, x + 0.013, y + 0.017)).toBe(1);
    const stillWanted = selector.wanted.length;
    selector.select(root, { ...away, isMoving: true }, 16, 11);
    expect(selector.wanted.length).toBeLessThanOrEqual(stillWanted - replaced.length);
  });

  it('does not fetch the level above the targets once a coarser tile is ready', () => {
    const root = tree();
    makeReady(root);
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 300), 16, 1);
    expect(selector.wanted.length).toBeGreaterThan(0);
    const isAboveTargets = ({ children }: Tile) =>
      children?.some(({ visitedAt }) => visitedAt === 1) && children.every((child) => selector.wanted.includes(child));
    expect(
      all(root)
        .filter(isAboveTargets)
        .some((tile) => selector.wanted.includes(tile)),
    ).toBe(false);
  });

  it('draws the parent of a child that cannot be loaded', () => {
    const root = tree();
    const view = above(0.3, 0.3, 300);
    const selector = new Selector();
    makeReady(root);
    selector.select(root, view, 16, 1);
    const target = all(root).find(({ depth, visitedAt }) => depth === 2 && visitedAt === 1)!;
    for (const child of target.children!) child.state = 'refused';
    target.state = 'ready';
    selector.select(root, above(target.volume.cx + 0.1, target.volume.cy + 0.1, 60), 16, 2);
    expect(selector.draw.some(({ tile }) => tile === target)).toBe(true);
  });
});

describe('Selector, ADD', () => {
  it('draws a tile together with its children', () => {
    const root = tree('ADD');
    all(root).forEach(makeReady);
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 300), 16, 1);
    expect(selector.draw[0]!.tile).toBe(root);
    expect(selector.draw.length).toBeGreaterThan(4);
    expect(selector.draw.every(({ cutouts }) => cutouts === null)).toBe(true);
  });

  it('draws all levels of a tree that states it at its root only', () => {
    const inheriting = ({ refine: _refine, ...json }: TileJson): TileJson => ({
      ...json,
      children: json.children!.map(inheriting),
    });
    const json = { ...inheriting(square(0, 0, 256, 3, 'ADD')), refine: 'ADD' };
    const root = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
    all(root).forEach(makeReady);
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 300), 1, 1);
    expect(covers(selector, 10.11, 10.17)).toBe(3);
    const depths = new Set(selector.draw.map(({ tile }) => tile.depth));
    expect(depths).toEqual(new Set([0, 1, 2]));
  });
});

describe('Selector, section', () => {
  /** Shows x from `west` to `east`, and all y and z. */
  const between = (west: number, east: number): EnuSection => ({
    planes: Float64Array.from([1, 0, 0, -west, -1, 0, 0, east]),
    box: null,
  });
  const shows = (section: EnuSection, x: number) => x >= -section.planes[3]! && x <= section.planes[7]!;

  it('neither draws nor requests a tile outside', () => {
    const section = between(20, 70);
    const selector = new Selector();
    for (const isReady of [false, true]) {
      const root = tree();
      if (isReady) all(root).forEach(makeReady);
      selector.select(root, above(0.3, 0.3, 300), 16, 1, section);
      const chosen = [...selector.wanted, ...selector.draw.map(({ tile }) => tile)];
      expect(chosen.length).toBeGreaterThan(0);
      for (const { volume } of chosen) {
        expect(volume.cx + volume.axes[0]!).toBeGreaterThanOrEqual(20);
        expect(volume.cx - volume.axes[0]!).toBeLessThanOrEqual(70);
      }
    }
  });

  it('marks only tiles that a plane intersects', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const selector = new Selector();
    const section = between(20, 170);
    selector.select(root, above(0.3, 0.3, 300), 16, 1, section);
    expect(new Set(selector.draw.map(({ isCut }) => isCut))).toEqual(new Set([true, false]));
    for (const { tile, isCut } of selector.draw) {
      const [west, east] = [tile.volume.cx - tile.volume.axes[0]!, tile.volume.cx + tile.volume.axes[0]!];
      expect(isCut).toBe(west < 20 || east > 170);
    }
  });

  it('draws each position once, with or without missing tiles', () => {
    const root = tree();
    const view = above(0.3, 0.3, 120);
    const selector = new Selector();
    const section = between(-33, 21);
    makeReady(root);
    selector.select(root, view, 16, 1, section);
    expect(selector.draw).toHaveLength(1);
    expect(selector.draw[0]!.isCut).toBe(true);
    selector.wanted.filter((_, i) => i % 3 === 0).forEach(makeReady);
    selector.select(root, view, 16, 2, section);
    for (let x = -60; x < 60; x += 7) {
      for (let y = -60; y < 60; y += 7) {
        if (shows(section, x + 0.013)) expect(covers(selector, x + 0.013, y + 0.017)).toBe(1);
      }
    }
  });

  it('forgets the section of the previous selection', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const selector = new Selector();
    const view = above(0.3, 0.3, 300);
    selector.select(root, view, 16, 1);
    const without = selector.draw.length;
    selector.select(root, view, 16, 2, between(20, 70));
    selector.select(root, view, 16, 3);
    expect(selector.draw).toHaveLength(without);
    expect(selector.draw.some(({ isCut }) => isCut)).toBe(false);
  });

  it('skips tiles beside the corner of a rotated box', () => {
    const root = tree();
    all(root).forEach(makeReady);
    const h = Math.SQRT1_2;
    const box = new OrientedBox([0, 0, 0], [90 * h, -90 * h, 0, 90 * h, 90 * h, 0, 0, 0, 50]);
    const planes = [
      [h, -h, 0],
      [-h, h, 0],
      [h, h, 0],
      [-h, -h, 0],
      [0, 0, 1],
      [0, 0, -1],
    ].flatMap((normal, i) => [...normal, i < 4 ? 90 : 50]);
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 300), 16, 1, { planes: Float64Array.from(planes), box });
    expect(selector.draw.length).toBeGreaterThan(10);
    // The corner of the box is at 90√2 = 127.3 m: tiles from 128 m on do not intersect it.
    for (const { tile } of selector.draw) {
      expect(Math.abs(tile.volume.cx) - tile.volume.axes[0]!).toBeLessThan(128);
      expect(Math.abs(tile.volume.cy) - tile.volume.axes[4]!).toBeLessThan(128);
    }
  });
});

describe('points of a tile that contains finer tiles', () => {
  /** Point spacing 1 m at the root, halved at each level. */
  const makeCloud = (tile: Tile) => {
    tile.state = 'ready';
    tile.gpu = [{ spacing: 2 ** -tile.depth } as GpuContent];
  };
  const finerOf = ({ draw }: Selector, tile: Tile) => draw.find((item) => item.tile === tile)!.finer;

  it('have the width of the finest points, limited by the spacing that the threshold allows', () => {
    const root = tree('ADD');
    all(root).forEach(makeCloud);
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 100), 16, 1);
    const deepest = Math.max(...selector.draw.map(({ tile }) => tile.depth));
    expect(deepest).toBeGreaterThan(2);
    expect(finerOf(selector, root)).toEqual({ spacing: 2 ** -deepest, apartPx: 16 / root.geometricError });
    for (const { tile, finer } of selector.draw) expect(finer === null).toBe(tile.screenSpaceError <= 16);
  });

  it('keep their own width while a finer tile is missing or not drawn', () => {
    const root = tree('ADD');
    all(root).forEach(makeCloud);
    const missing = root.children![0]!;
    missing.state = 'loading';
    const selector = new Selector();
    selector.select(root, above(0.3, 0.3, 100), 16, 1);
    expect(finerOf(selector, root)).toBeNull();
    expect(finerOf(selector, root.children![1]!)).not.toBeNull();
    selector.select(root, above(0, 0, 20_000), 16, 2);
    expect(selector.draw).toMatchObject([{ tile: root, finer: null }]);
  });
});
