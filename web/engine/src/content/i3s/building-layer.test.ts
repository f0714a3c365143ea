/** Building scene layers, made of layers whose truth is in numbers. */
import { describe, expect, it } from 'vitest';
import { distance, type Lla, ecefFromLla, type Vec3 } from '@overlook/shared/maths';
import { type MadeFile, madeZip } from '../archives/testing/made-zip.ts';
import { filesOfOldLayer } from './testing/made-old-slpk.ts';
import { filesOfLayer, json, type MadeNode, squareAt } from './testing/made-slpk.ts';
import { contentOfPackage, expectPlaces, openPackage, tilesetOfPackage } from './testing/open-package.ts';

const place = (north: number): Lla => ({ longitude: 138.5, latitude: -35 + north, height: 40 });
const nodeAt = (north: number): MadeNode => ({ center: place(north), corners: squareAt(place(north), 0.0004) });
const [WALLS, PIPES, SHELL, ROOMS] = [nodeAt(0), nodeAt(0.001), nodeAt(0.002), nodeAt(0.003)];

const inFolder = (folder: string, files: readonly MadeFile[]): MadeFile[] =>
  files.map((file) => ({ ...file, name: folder + file.name }));
/** The frame is that of the building. */
const PART = { layerType: '3DObject', spatialReference: undefined, heightModelInfo: undefined };
const part = (id: number, name: string, further: object = {}) => ({ id, name, layerType: '3DObject', ...further });
const group = (name: string, sublayers: readonly object[]) => ({
  id: 200,
  name,
  layerType: 'group',
  visibility: false,
  sublayers,
});

const OVERVIEW = part(0, 'overview', { modelName: 'Overview' });
const MODEL = [
  OVERVIEW,
  group('Full Model', [
    group('Architectural', [part(1, 'walls'), part(4, 'rooms', { visibility: false })]),
    group('Piping', [part(2, 'pipes'), part(3, 'points', { layerType: 'Point' })]),
  ]),
];

const building = (sublayers: readonly object[], further: object = {}) =>
  madeZip([
    json('3dSceneLayer.json', {
      id: 10,
      layerType: 'Building',
      version: '1.6',
      spatialReference: { wkid: 4326, latestWkid: 4326 },
      heightModelInfo: { heightModel: 'ellipsoidal' },
      sublayers,
      ...further,
    }),
    ...inFolder('sublayers/0/', filesOfLayer({ nodes: [SHELL], layer: PART })),
    ...inFolder('sublayers/1/', filesOfOldLayer({ nodes: [WALLS], layer: PART })),
    ...inFolder('sublayers/2/', filesOfLayer({ nodes: [PIPES], layer: PART })),
    ...inFolder('sublayers/4/', filesOfLayer({ nodes: [ROOMS], layer: PART })),
  ]);

const urisOf = (tile: Record<string, unknown>): string[] => {
  // The reader of packages made them.
  const { content, children } = tile as { content?: { uri: string }; children: Record<string, unknown>[] };
  return [...(content ? [content.uri] : []), ...children.flatMap(urisOf)];
};

describe('a building scene layer', () => {
  it('is a tileset of its parts of any version, without the overview and the hidden ones, which it names', async () => {
    const root = await tilesetOfPackage(building(MODEL));
    expect(urisOf(root)).toEqual(['sublayers/1/nodes/0', 'sublayers/2/nodes/1']);
    const { sphere } = root['boundingVolume'] as { sphere: number[] };
    for (const { center } of [WALLS, PIPES])
      expect(distance(sphere.slice(0, 3) as Vec3, ecefFromLla(center))).toBeLessThan(sphere[3]!);
    expect((await openPackage(building(MODEL))).notes).toEqual(['Its author hid parts, which are not shown: 1.']);
  });

  it('has each part where its degrees say, by the frame of the building', async () => {
    expectPlaces(await contentOfPackage(building(MODEL), 'sublayers/1/nodes/0'), WALLS.corners);
    expectPlaces(await contentOfPackage(building(MODEL), 'sublayers/2/nodes/1'), PIPES.corners);
  });

  it('has its pictures from the folder of the part', async () => {
    const texture = { format: 'jpg', bytes: Uint8Array.of(255, 216, 255, 1) };
    const files = inFolder('sublayers/5/', filesOfLayer({ nodes: [PIPES], layer: PART, texture }));
    const whole = madeZip([
      json('3dSceneLayer.json', {
        layerType: 'Building',
        spatialReference: { wkid: 4326 },
        sublayers: [part(5, 'pipes')],
      }),
      ...files,
    ]);
    const { textures, warnings } = await contentOfPackage(whole, 'sublayers/5/nodes/1');
    expect([textures.length, warnings]).toEqual([1, []]);
  });

  it('is its overview where it has no other part', async () => {
    expect(urisOf(await tilesetOfPackage(building([OVERVIEW, group('Full Model', [])])))).toEqual([
      'sublayers/0/nodes/1',
    ]);
  });

  it.each<[string, string, readonly object[], object?]>([
    ['no part', 'plant.slpk: It is a building without a part of meshes that is shown.', []],
    ['a part that is not there', 'plant.slpk, sublayers/7: It has no 3dSceneLayer.json', [part(7, 'roof')]],
    ['1,001 parts', 'It has more than 1000 sublayers.', Array.from({ length: 1001 }, (_, id) => part(id, `${id}`))],
    ['a part without a number', 'should be a whole number of at least 0.', [part(-1, 'walls')]],
    ['a map projection', 'Its coordinate system is EPSG:2875;', MODEL, { spatialReference: { wkid: 2875 } }],
  ])('with %s is refused', async (_, reason, sublayers, further) => {
    await expect(openPackage(building(sublayers, further))).rejects.toThrow(reason);
  });

  it('has no tile in a folder that is none of its parts', async () => {
    await expect(contentOfPackage(building(MODEL), 'sublayers/9/nodes/1')).rejects.toThrow('No layer of the package');
  });
});
