import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import { Selector } from './selection.ts';
import { Tile, type TileJson } from './tile.ts';

const view = cameraFrame({ positionEnu: [0, 0, 100], direction: [0, 0, -1], up: [0, 1, 0] }, 800, 500, 1, 1e5);
const slab = (x: number, half: number) => [x, 0, 0, half, 0, 0, 0, half, 0, 0, 0, 1];
const good: TileJson = { boundingVolume: { box: slab(-16, 16) }, geometricError: 0, content: { uri: 'good.glb' } };

/** A ready root with a readable, ready child and a second child. */
function parentOf(other: unknown) {
  const reports: string[] = [];
  const json = {
    boundingVolume: { box: slab(0, 32) },
    geometricError: 64,
    refine: 'REPLACE',
    content: { uri: 'coarse.glb' },
    children: [good, other as TileJson],
  };
  const context = {
    enuFromEcef: IDENTITY,
    onError: (url: string, error: Error) => reports.push(`${url} ${error.message}`),
  };
  const root = new Tile(json, null, 'http://here/tileset.json', context);
  root.state = 'ready';
  root.children!.find(({ urls }) => urls[0]?.endsWith('good.glb'))!.state = 'ready';
  const selector = new Selector();
  for (const frame of [1, 2]) selector.select(root, view, 16, frame);
  return { root, reports, drawn: selector.draw.map(({ tile }) => tile.urls[0]!.split('/').at(-1)) };
}

const box = slab(16, 16);
const implicitTiling = {
  subdivisionScheme: 'QUADTREE',
  subtreeLevels: 2,
  availableLevels: 2,
  subtrees: { uri: 's/{level}/{x}/{y}.subtree' },
};

describe('a malformed tile', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'an address that is none',
      { boundingVolume: { box }, geometricError: 0, content: { uri: 'http://[' } },
      /address/,
    ],
    [
      'implicit tiling on a sphere',
      { boundingVolume: { sphere: [16, 0, 0, 16] }, geometricError: 0, implicitTiling },
      /box or region/,
    ],
    [
      'a request volume of unknown kind',
      { boundingVolume: { box }, geometricError: 0, viewerRequestVolume: {} },
      /viewerRequestVolume/,
    ],
  ])('is refused and reported once, and its parent is drawn in its place: %s', (_, child, message) => {
    const { reports, drawn } = parentOf(child);
    expect(reports).toEqual([expect.stringMatching(message)]);
    expect(reports[0]).toContain('http://here/tileset.json');
    expect(drawn).toEqual(['good.glb', 'coarse.glb']);
  });

  it.each<[string, unknown]>([
    ['a bounding volume of unknown kind', { boundingVolume: { extensions: { S2: {} } }, geometricError: 0 }],
    ['no bounding volume', { geometricError: 0, content: { uri: 'other.glb' } }],
    ['a box of words', { boundingVolume: { box: Array<string>(12).fill('far') }, geometricError: 0 }],
    ['a transform cut short', { boundingVolume: { box }, geometricError: 0, transform: [1, 0, 0] }],
    ['no tile at all', null],
  ])('is reported once, and the other tiles are drawn, if its position is unknown: %s', (_, child) => {
    const { root, reports, drawn } = parentOf(child);
    expect(reports).toHaveLength(1);
    expect(root.children).toHaveLength(1);
    expect(drawn).toEqual(['good.glb']);
  });
});
