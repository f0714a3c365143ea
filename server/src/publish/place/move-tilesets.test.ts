import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  distance,
  ecefFromLla,
  enuFrame,
  type Mat4,
  moveMatrix,
  noMove,
  toMat4,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { SourceFolder } from '../../storage/source-folder.ts';
import { aB3dm, aFolder, aRoot, aTileset, UNIT_BOX } from '../testing/made-tiles.ts';
import { moveTilesets } from './move-tilesets.ts';

type Json = Record<string, never>;

const ORIGIN = { longitude: 138.49, latitude: -35.08, height: 31 };
const PIVOT = ecefFromLla(ORIGIN);
const MOVE = moveMatrix({ ...noMove(PIVOT), shiftM: [-0.62, 0.41, -0.18], turnDeg: 30 });
const ENU = Array.from(enuFrame(ORIGIN).ecefFromEnu as ArrayLike<number>);

let folder = '';
afterEach(() => rm(folder, { recursive: true }));

async function moved(files: Parameters<typeof aFolder>[0], entry = 'tileset.json') {
  folder = await aFolder({ 'tile.b3dm': aB3dm(), ...files });
  const result = await moveTilesets(new SourceFolder(folder), entry, MOVE, 'ab12');
  const json = (name: string) => JSON.parse(Buffer.from(result.files.get(name)!).toString()) as Json;
  return { ...result, names: [...result.files.keys()], json };
}

const matrixOf = (tile: { transform?: readonly number[] }): Mat4 => toMat4(tile.transform!);
/** Metres between where a place of a tile is and where the move takes it. */
const offBy = (to: Mat4, from: Mat4, place: Vec3) =>
  distance(transformPoint(to, place), transformPoint(MOVE, transformPoint(from, place)));

describe('a layer moved by hand', () => {
  it('has a copy of its tileset whose root lies at the move, and names the same contents', async () => {
    const { entry, names, json } = await moved({ 'tileset.json': aTileset(aRoot({ transform: ENU })) });
    expect([entry, names]).toEqual(['placed-ab12.tileset.json', ['placed-ab12.tileset.json']]);
    const root = json(entry)['root'] as unknown as { transform: number[]; content: object; boundingVolume: object };
    expect(offBy(matrixOf(root), toMat4(ENU), [12, -7, 3])).toBeLessThan(1e-6);
    expect(root).toMatchObject({ content: { uri: 'tile.b3dm' }, boundingVolume: UNIT_BOX });
  });

  it('turns regions, which no transform moves, into boxes of their tiles, in external tilesets too', async () => {
    const rad = Math.PI / 180;
    const { longitude: lon, latitude: lat } = ORIGIN;
    const region = [(lon - 0.001) * rad, (lat - 0.001) * rad, (lon + 0.001) * rad, (lat + 0.001) * rad, 20, 60];
    const boxed = { ...aTileset(aRoot({ transform: undefined })) };
    const { names, json } = await moved({
      'tileset.json': aTileset(
        aRoot({
          transform: ENU,
          boundingVolume: { region },
          content: undefined,
          children: [
            { boundingVolume: { region }, geometricError: 1, content: { uri: 'far/tileset.json' } },
            { boundingVolume: UNIT_BOX, geometricError: 1, content: { uri: 'near/tileset.json' } },
          ],
        }),
      ),
      'far/tileset.json': aTileset({ boundingVolume: { region }, geometricError: 0, content: { uri: '../tile.b3dm' } }),
      'near/tileset.json': boxed,
    });
    expect(names).toEqual(['far/placed-ab12.tileset.json', 'placed-ab12.1.tileset.json']);
    const root = json('placed-ab12.1.tileset.json')['root'] as unknown as {
      transform: number[];
      boundingVolume: { box: number[] };
      children: { content: { uri: string } }[];
    };
    const [x, y, z] = root.boundingVolume.box as [number, number, number];
    // The middle of the region is 9 m above the origin.
    expect(distance([x, y, z], [0, 0, 9])).toBeLessThan(0.2);
    expect(offBy(matrixOf(root), toMat4(ENU), [x, y, z])).toBeLessThan(1e-6);
    expect(root.children.map(({ content }) => content.uri)).toEqual([
      'far/placed-ab12.tileset.json',
      'near/tileset.json',
    ]);
    const far = json('far/placed-ab12.tileset.json')['root'] as unknown as { boundingVolume: { box: number[] } };
    expect(far.boundingVolume.box).toEqual(root.boundingVolume.box);
    expect(far).not.toHaveProperty('transform');
  });

  it('with a list of tilesets has a list of moved copies, wherever their entries place them', async () => {
    const [x, y, z] = PIVOT;
    const { entry, json } = await moved(
      {
        'a/tileset.json': aTileset(aRoot({ transform: ENU, content: { uri: '../tile.b3dm' } })),
        'b/tileset.json': aTileset(aRoot({ transform: undefined, content: { uri: '../tile.b3dm' } })),
        'models.json': [
          { CesiumOptions: { url: 'a/tileset.json' } },
          { CesiumOptions: { url: 'b/tileset.json' }, position: { x, y, z } },
        ],
      },
      'models.json',
    );
    expect(entry).toBe('placed-ab12.2.models.json');
    const list = json(entry) as unknown as { CesiumOptions: { url: string }; position?: object }[];
    expect(list.map(({ position }) => position)).toEqual([undefined, undefined]);
    for (const { CesiumOptions } of list) {
      const root = json(CesiumOptions.url)['root'] as unknown as { transform: number[] };
      expect(offBy(matrixOf(root), toMat4(ENU), [5, 6, 7])).toBeLessThan(1e-6);
    }
  });

  it('is refused where a region is divided into implicit tiles', async () => {
    const implicit = {
      boundingVolume: { region: [0, 0, 0.001, 0.001, 0, 10] },
      implicitTiling: {
        subdivisionScheme: 'QUADTREE',
        subtreeLevels: 2,
        availableLevels: 2,
        subtrees: { uri: 's/{level}.{x}.{y}.subtree' },
      },
    };
    await expect(moved({ 'tileset.json': aTileset(aRoot(implicit)) })).rejects.toThrow(
      /^tileset\.json, root: is a region that is divided into implicit tiles/,
    );
  });
});
