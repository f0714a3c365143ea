import { IDENTITY } from '@overlook/shared/maths';
import { expect, it } from 'vitest';
import { queryingGl } from '../render/testing/querying-gl.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { HiddenTiles } from './hidden-tiles.ts';
import { Tile, type TileJson } from './tile.ts';

const boxed = (y: number, half: number): TileJson => ({
  boundingVolume: { box: [0, y, 0, half, 0, 0, 0, half, 0, 0, 0, half] },
  geometricError: half,
  content: { uri: `${y}.glb` },
});

/** A root that is there, and a tile of it that is not. */
function missingTile(): Tile {
  const root = new Tile({ ...boxed(100, 50), children: [boxed(100, 2)] }, null, 'http://here/', {
    enuFromEcef: IDENTITY,
  });
  root.state = 'ready';
  return root.children![0]!;
}

const from = (x: number) =>
  cameraFrame({ positionEnu: [x, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 1e4);

it('a query result is valid near the camera of its frame, and not near the camera of a later frame', () => {
  const { gl, answer, answerFirst } = queryingGl();
  const hidden = new HiddenTiles(gl);
  const tile = missingTile();
  hidden.ask([tile], from(0));
  answerFirst(false);
  // The camera jumps before the result is read, and the frame after the jump has no result yet.
  hidden.ask([tile], from(10));
  expect(hidden.take()).toBe(true);
  expect(hidden.isPending).toBe(true);
  expect(hidden.from(from(10))).toEqual(new Set());

  answer(false);
  hidden.take();
  expect(hidden.from(from(11))).toEqual(new Set([tile]));
  expect(hidden.isPending).toBe(false);
});
