import { describe, expect, it } from 'vitest';
import { JsonNode } from '@overlook/shared/tiles3d';
import { contextFor } from '../testing/node-platform.ts';
import { geometryOfDefinition } from './node-geometry.ts';
import type { SceneLayer } from './scene.ts';
import { PLAIN_LAYOUT, plainBuffer, squareAt } from './testing/made-slpk.ts';

const CENTER = { longitude: 138.5, latitude: -35, height: 40 };
const NODE = { center: CENTER, corners: squareAt({ ...CENTER, height: 41.5 }, 0.0004) };
const CONTEXT = contextFor('https://own-7.invalid/nodes/5');
const MESH = new JsonNode({ geometry: { definition: 0, resource: 5 } });

/** Reads the geometry of a node whose buffers have these layouts and files. */
function read(buffers: readonly object[], files: Readonly<Record<string, Uint8Array>>) {
  const asked: string[] = [];
  const layer = {
    json: new JsonNode({ geometryDefinitions: [{ geometryBuffers: buffers }] }),
    file: async (path: string) => {
      asked.push(path);
      return files[path] ? Uint8Array.from(files[path]) : null;
    },
  } as Partial<SceneLayer> as SceneLayer;
  return { asked, geometry: geometryOfDefinition(layer, MESH, CONTEXT) };
}
const readPlain = (layout: object, bytes: Uint8Array) => read([layout], { 'nodes/5/geometries/0.bin': bytes }).geometry;

/** Three vertices with these values, each list in its order behind a header of 8 bytes. */
function threeVertices(...lists: ArrayBufferView[]): Uint8Array {
  const head = Uint32Array.of(3, 0);
  const parts = [head, ...lists].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
  );
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}
const POSITION = { type: 'Float32', component: 3 };
const XYZ = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 2);

describe('a plain geometry', () => {
  it('has the values of each vertex in the order of the format', async () => {
    const found = await readPlain(PLAIN_LAYOUT, plainBuffer(NODE));
    expect(found).toMatchObject({ vertexCount: 6, scale: [1, 1], indices: null, uvRegions: null });
    expect(Array.from(found.offsets.slice(0, 3))).toEqual([
      expect.closeTo(-0.0002, 9),
      expect.closeTo(-0.0002, 9),
      1.5,
    ]);
    expect(Array.from(found.normals!.slice(0, 3))).toEqual([0, 0, 1]);
    expect(Array.from(found.uvs!.slice(0, 2))).toEqual([0.25, 0.5]);
    expect(Array.from(found.colors!.slice(0, 4))).toEqual([128, 128, 128, 128]);
  });

  it('has its values at any place, also one that suits no float', async () => {
    const bytes = threeVertices(Uint8Array.of(9, 9, 9), XYZ);
    const found = await readPlain({ offset: 11, position: POSITION }, bytes);
    expect(Array.from(found.offsets)).toEqual(Array.from(XYZ));
  });

  it('is without values of another type or size; those behind them are in their place', async () => {
    const layout = {
      position: POSITION,
      normal: { type: 'Int8', component: 3 },
      color: { type: 'UInt8', component: 3 },
      uvRegion: { type: 'UInt16', component: 4 },
    };
    const regions = Uint16Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const found = await readPlain(layout, threeVertices(XYZ, new Int8Array(9), new Uint8Array(9), regions));
    expect([found.normals, found.colors, found.uvs]).toEqual([null, null, null]);
    expect(Array.from(found.uvRegions!)).toEqual(Array.from(regions));
  });

  it.each<[string, object, Uint8Array, string]>([
    [
      'doubles',
      { position: { type: 'Float64', component: 3 } },
      threeVertices(new Float64Array(9)),
      'no positions of three floats',
    ],
    [
      'halves',
      { position: { type: 'Float16', component: 3 } },
      threeVertices(XYZ),
      'Its position is of type Float16 × 3.',
    ],
    [
      'five components',
      { position: POSITION, uv0: { type: 'Float32', component: 5 } },
      threeVertices(XYZ),
      'Its uv0 is of type Float32 × 5.',
    ],
    [
      'too few normals',
      { position: POSITION, normal: POSITION },
      threeVertices(XYZ, new Float32Array(8)),
      'It ends within its normal.',
    ],
    [
      'four vertices',
      { position: POSITION },
      Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0, ...new Uint8Array(48)),
      'Its vertices are no triangles.',
    ],
    ['no vertex', { position: POSITION }, new Uint8Array(8), 'Its vertices are no triangles.'],
    ['no header', { position: POSITION }, new Uint8Array(7), 'It is cut off.'],
  ])('of %s is refused with its place', async (_, layout, bytes, reason) => {
    const refused = readPlain(layout, bytes);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(/nodes\/5\/geometries: /);
  });
});

describe('of several buffers', () => {
  const DRACO = { compressedAttributes: { encoding: 'draco', attributes: ['position'] } };
  const plain = { 'nodes/5/geometries/1.bin': threeVertices(XYZ) };

  it('the plain one is read, also where it comes last and a compressed one is there', async () => {
    const files = { ...plain, 'nodes/5/geometries/0.draco': Uint8Array.of(1) };
    const { asked, geometry } = read([DRACO, { position: POSITION }], files);
    expect((await geometry).vertexCount).toBe(3);
    expect(asked).toEqual(['nodes/5/geometries/1.bin']);
  });

  it('that of Draco is read where no plain one is stored; damaged, it is refused', async () => {
    const { asked, geometry } = read([{ position: POSITION }, DRACO], {
      'nodes/5/geometries/1.draco': Uint8Array.of(1, 2, 3, 4),
    });
    await expect(geometry).rejects.toThrow(/nodes\/5\/geometries/);
    expect(asked).toEqual(['nodes/5/geometries/0.bin', 'nodes/5/geometries/1.draco']);
  });

  it('one of another encoding is not read', async () => {
    const other = { compressedAttributes: { encoding: 'lepcc-xyz' } };
    const { asked, geometry } = read([other], { 'nodes/5/geometries/0.draco': Uint8Array.of(1) });
    await expect(geometry).rejects.toThrow('It has neither a plain geometry nor one of Draco.');
    expect(asked).toEqual([]);
  });
});
