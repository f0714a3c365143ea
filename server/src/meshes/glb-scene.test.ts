import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cross, distance, dot, enuFrame, type Mat4, multiply, subtract, type Vec3 } from '@overlook/shared/maths';
import type { ForeignJson } from '@overlook/shared/tiles3d';
import type { ContentModel } from '../publish/contents/content-models.ts';
import type { ContentMesh, FeatureNumbers } from './content-meshes.ts';
import { exportFrame } from './export-frame.ts';
import { GlbScene } from './glb-scene.ts';
import { ORIGIN } from './testing/made-solids.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-scene-'));
});
afterAll(() => rm(folder, { recursive: true }));

const { ecefFromEnu } = enuFrame(ORIGIN);
const [centerX, centerY, centerZ] = [ecefFromEnu[12], ecefFromEnu[13], ecefFromEnu[14]];
/** Ten metres about the origin. */
const FRAME = exportFrame({ centerX, centerY, centerZ, sizeX: 10, sizeY: 10, sizeZ: 10, degrees: 0 });
const stretched = (x: number, y: number, z: number): Mat4 =>
  multiply(ecefFromEnu, [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]);

const MODEL = { filePath: 'tiles/a.glb' } as ContentModel;
const OTHER = { filePath: 'tiles/b.glb' } as ContentModel;

/** One level triangle that is seen from above, east and north of the origin; two where there are two features. */
function meshOf({
  features = null,
  place = ecefFromEnu,
  ...more
}: Partial<ContentMesh> & { features?: FeatureNumbers | null; place?: Mat4 }): ContentMesh {
  return {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0),
    attributes: [],
    corners: Uint32Array.of(0, 1, 2),
    material: null,
    name: null,
    node: 0,
    places: [{ toEcef: place, features }],
    ...more,
  };
}

/** The scene of some meshes: its document, and the values of an accessor. */
async function sceneOf(...meshes: (readonly [ContentMesh, ContentModel])[]) {
  const path = join(folder, 'scene.bin');
  const scene = new GlbScene(path, FRAME);
  for (const [mesh, model] of meshes) scene.add(mesh, model);
  const { document, layerIds } = scene.finish();
  const { triangles } = scene;
  scene.close();
  const bytes = await readFile(path);
  const valuesOf = (index: number): number[] => {
    const { bufferView, count, type, componentType } = document['accessors'][index];
    const { byteOffset } = document['bufferViews'][bufferView];
    const length = count * ({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as Record<string, number>)[type]!;
    return Array.from({ length }, (_, i) =>
      componentType === 5126 ? bytes.readFloatLE(byteOffset + 4 * i) : bytes.readUInt16LE(byteOffset + 2 * i),
    );
  };
  const names = document['nodes'].map(({ name }: ForeignJson) => name) as string[];
  const primitives = document['meshes'].map((one: ForeignJson) => one['primitives']) as ForeignJson[][];
  return { names, primitives, layerIds, triangles, valuesOf, document };
}

/** Metres east, up and south: the direction that the first triangle of a primitive is seen from. */
function facingOf({ attributes, indices }: ForeignJson, valuesOf: (index: number) => number[]): Vec3 {
  const positions = valuesOf(attributes['POSITION']);
  const [a, b, c] = valuesOf(indices)
    .slice(0, 3)
    .map((i) => positions.slice(3 * i, 3 * i + 3) as unknown as Vec3);
  return cross(subtract(b!, a!), subtract(c!, a!));
}

const UP: Vec3 = [0, 1, 0];

describe('a mesh', () => {
  it('that is mirrored is still seen from its outside', async () => {
    for (const place of [ecefFromEnu, stretched(-1, 1, 1), stretched(-1, -1, 1), stretched(1, -1, 1)]) {
      const { primitives, valuesOf } = await sceneOf([meshOf({ place }), MODEL]);
      expect(dot(facingOf(primitives[0]![0]!, valuesOf), UP)).toBeCloseTo(1, 4);
    }
  });

  it('that is stretched has normals at right angles to it', async () => {
    // A slope of 45° along the east, which four times the height makes one of 76°.
    const positions = Float32Array.of(0, 0, 0, 1, 0, 1, 0, 1, 0);
    const slope = Math.SQRT1_2;
    const normals = { name: 'NORMAL', size: 3, values: Float32Array.from([0, 0, 0].flatMap(() => [-slope, 0, slope])) };
    const mesh = meshOf({ positions, attributes: [normals], place: stretched(1, 1, 4) });
    const { primitives, valuesOf } = await sceneOf([mesh, MODEL]);
    const normal = valuesOf(primitives[0]![0]!['attributes']['NORMAL']).slice(0, 3) as unknown as Vec3;
    const expected: Vec3 = [-4 / Math.hypot(4, 1), 1 / Math.hypot(4, 1), 0];
    expect(distance(normal, expected)).toBeLessThan(1e-6);
  });

  it('without an extent in one axis loses its normals', async () => {
    const normals = { name: 'NORMAL', size: 3, values: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1) };
    const { primitives } = await sceneOf([meshOf({ attributes: [normals], place: stretched(1, 1, 0) }), MODEL]);
    expect(Object.keys(primitives[0]![0]!['attributes'])).toEqual(['POSITION']);
  });

  it('has its colours as shares of 65,535, none below 0 or above 1', async () => {
    const colors = { name: 'COLOR_0', size: 4, values: Float32Array.of(0, 1, 128 / 255, 1, -1, 2, 0, 1, 0, 0, 0, 1) };
    const { primitives, valuesOf, document } = await sceneOf([meshOf({ attributes: [colors] }), MODEL]);
    const accessor = primitives[0]![0]!['attributes']['COLOR_0'];
    expect(document['accessors'][accessor]).toMatchObject({ componentType: 5123, normalized: true });
    expect(valuesOf(accessor).slice(0, 8)).toEqual([0, 65_535, 32_896, 65_535, 0, 65_535, 0, 65_535]);
  });

  it('is cut by the box', async () => {
    const far = Float32Array.of(0, 0, 0, 10, 0, 0, 0, 1, 0);
    const { primitives, valuesOf } = await sceneOf([meshOf({ positions: far }), MODEL]);
    const positions = valuesOf(primitives[0]![0]!['attributes']['POSITION']);
    expect(Math.max(...positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(5, 4);
    const outside = await sceneOf([meshOf({ positions: far.map((value) => value + 20) }), MODEL]);
    expect([outside.triangles, outside.names]).toEqual([0, []]);
  });
});

describe('objects', () => {
  const features = (columns: Record<string, readonly unknown[]>): FeatureNumbers => ({
    of: Float32Array.of(0, 0, 0, 1, 1, 1),
    none: null,
    columns,
  });
  const corners = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const named = (ids: unknown[], more = {}) =>
    meshOf({ corners, features: features({ id: ids, name: ['Tank', 'Post'], ...more }) });

  it('are one in all tiles by their number in the layer', async () => {
    const { names, primitives, layerIds, triangles } = await sceneOf(
      [named([40, 41]), MODEL],
      [named([40, 42]), OTHER],
    );
    expect(names).toEqual(['Tank', 'Post', 'Post']);
    expect(layerIds).toEqual([40, 41, 42]);
    expect([primitives.map(({ length }) => length), triangles]).toEqual([[2, 1, 1], 4]);
  });

  it('are one in all tiles by their GUID where they have no number', async () => {
    const byGuid = named(['', ''], { GUID: ['3vB2', ''] });
    const { names, primitives } = await sceneOf([byGuid, MODEL], [byGuid, OTHER]);
    expect(names).toEqual(['Tank', 'Post', 'Post']);
    expect(primitives.map(({ length }) => length)).toEqual([2, 1, 1]);
  });

  it('without both are one within their table and tile', async () => {
    const columns = { name: ['Tank', 'Post'] };
    const mesh = meshOf({ corners, features: features(columns) });
    const again = meshOf({ corners, features: features(columns) });
    const otherTable = meshOf({ corners, features: features({ ...columns }) });
    const { primitives } = await sceneOf([mesh, MODEL], [again, MODEL], [otherTable, MODEL], [mesh, OTHER]);
    expect(primitives.map(({ length }) => length)).toEqual([2, 2, 1, 1, 1, 1]);
  });

  it('are those of nodes where there are no features, named by the node or the file', async () => {
    const { names, layerIds } = await sceneOf(
      [meshOf({ name: 'Wall', node: 3 }), MODEL],
      [meshOf({ name: 'Wall', node: 3 }), MODEL],
      [meshOf({ node: 4 }), MODEL],
    );
    expect([names, layerIds]).toEqual([
      ['Wall', 'tiles/a.glb'],
      [null, null],
    ]);
  });

  it('are none for triangles with the number that means no object', async () => {
    const without = { ...features({ id: [40, 41], name: ['Tank', 'Post'] }), none: 1 };
    const { names, document } = await sceneOf([meshOf({ corners, features: without, name: 'Rest' }), MODEL]);
    expect(names).toEqual(['Tank', 'Rest']);
    expect(document['nodes'].map(({ extras }: ForeignJson) => extras)).toEqual([
      { featureId: 40, name: 'Tank', properties: { id: 40, name: 'Tank' } },
      undefined,
    ]);
  });
});
