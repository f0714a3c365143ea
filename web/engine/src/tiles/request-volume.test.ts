import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const slab = (x: number, half: number) => [x, 0, 0, half, 0, 0, 0, half, 0, 0, 0, 1];
const at = (x: number, z: number) =>
  cameraFrame({ positionEnu: [x, 0, z], direction: [0, 0, -1], up: [0, 1, 0] }, 800, 500, 1, 1e5);

/** A fine tile that is active within 120 m of the origin, and one that is always active. */
const near: TileJson = {
  boundingVolume: { box: slab(-16, 16) },
  viewerRequestVolume: { sphere: [0, 0, 0, 120] },
  geometricError: 0,
  content: { uri: 'near.glb' },
};
const always: TileJson = { boundingVolume: { box: slab(16, 16) }, geometricError: 0, content: { uri: 'always.glb' } };

function rootOf(refine: string, hasContent = true): Tile {
  const content = hasContent ? { content: { uri: 'coarse.glb' } } : {};
  const json = {
    boundingVolume: { box: slab(0, 32) },
    geometricError: 500,
    refine,
    ...content,
    children: [near, always],
  };
  return new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
}

const named = (tiles: readonly Tile[]) => tiles.map(({ urls }) => urls[0]!.split('/').at(-1)).sort();

function select(root: Tile, x: number, z: number, ready: readonly string[]) {
  for (const tile of root.built()) if (named([tile])[0] && ready.includes(named([tile])[0]!)) tile.state = 'ready';
  const selector = new Selector();
  selector.select(root, at(x, z), 16, 1);
  return { drawn: named(selector.draw.map(({ tile }) => tile)), wanted: named(selector.wanted), selector };
}

const EVERYTHING = ['near.glb', 'always.glb', 'coarse.glb'];

describe('a tile whose viewerRequestVolume does not contain the camera', () => {
  it('has its parent drawn in its place, around the other tiles', () => {
    const root = rootOf('REPLACE');
    expect(root.children).toHaveLength(2);
    expect(select(root, 0, 200, EVERYTHING).drawn).toEqual(['always.glb', 'coarse.glb']);
    expect(select(root, 0, 100, EVERYTHING).drawn).toEqual(['always.glb', 'near.glb']);
  });

  it('has its parent fetched and is not fetched itself', () => {
    const inner = { ...rootJson(), children: [near, always] };
    const outer = { ...rootJson(), content: { uri: 'outer.glb' }, children: [inner] };
    const root = new Tile(outer, null, 'http://here/', { enuFromEcef: IDENTITY });
    // The level of the inner tile is not fetched otherwise.
    expect(select(root, 0, 200, []).wanted).toEqual(['always.glb', 'coarse.glb', 'outer.glb']);
    expect(select(root, 0, 100, []).wanted).toEqual(['always.glb', 'near.glb', 'outer.glb']);
  });

  it('has no effect if its parent is drawn anyway or has no content', () => {
    const added = rootOf('ADD');
    expect(added.children).toHaveLength(2);
    expect(select(added, 0, 200, EVERYTHING)).toMatchObject({ drawn: ['always.glb', 'coarse.glb'] });
    const group = rootOf('REPLACE', false);
    expect(group.children).toHaveLength(2);
    group.children![1]!.state = 'ready';
    const selector = new Selector();
    selector.select(group, at(0, 200), 16, 1);
    expect(named(selector.draw.map(({ tile }) => tile))).toEqual(['always.glb']);
    expect(selector.isCovered).toBe(true);
  });

  it('uses the distance to the centre of a sphere, not the corners of its cube', () => {
    const root = rootOf('REPLACE');
    expect(root.children).toHaveLength(2);
    // 100 m to the side and 100 m up: 141 m away, but inside the cube.
    expect(select(root, 20, 100, EVERYTHING).drawn).toEqual(['always.glb', 'near.glb']);
    expect(select(root, 60, 110, EVERYTHING).drawn).toEqual(['always.glb', 'coarse.glb']);
  });
});

function rootJson(): TileJson {
  return {
    boundingVolume: { box: slab(0, 32) },
    geometricError: 500,
    refine: 'REPLACE',
    content: { uri: 'coarse.glb' },
  };
}
