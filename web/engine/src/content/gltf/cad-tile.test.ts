import { type Vec3, transformPoint, toMat4 } from '@overlook/shared/maths';
import { beforeAll, expect, test } from 'vitest';
import type { MeshPrimitive, TileContent } from '../content.ts';
import { CAD_IDS, cadTileGlb } from '../testing/cad-tile.ts';
import { contentOf, parseBytes } from '../testing/node-platform.ts';

let content: TileContent;
beforeAll(async () => {
  content = contentOf(await parseBytes(await cadTileGlb(), 'cad.glb'));
});

const mesh = (index: number) => content.primitives[index] as MeshPrimitive;
const rounded = (point: Vec3) => point.map((value) => Math.round(value * 1e5) / 1e5 + 0);
const vertices = ({ positions }: MeshPrimitive): Vec3[] =>
  Array.from({ length: positions.value.length / 3 }, (_, i) => [...positions.value.subarray(3 * i, 3 * i + 3)] as Vec3);
const layerIds = (numbers: ArrayLike<number>) => Array.from(numbers, (number) => content.properties!['id']![number]);

test('is read without a warning, its positions still in 16-bit steps', () => {
  expect(content.warnings).toEqual([]);
  expect(content.featureCount).toBe(4);
  expect(content.primitives).toHaveLength(3);
  for (const { positions } of content.primitives) expect(positions.value).toBeInstanceOf(Uint16Array);
});

test('vertices have their positions, normals and the ids of the layer', () => {
  const squares = mesh(0);
  expect(vertices(squares).map((vertex) => rounded(transformPoint(squares.matrix, vertex)))).toEqual(
    [4, 10].flatMap((z) => [
      [95, 195, z],
      [105, 195, z],
      [105, 205, z],
      [95, 205, z],
    ]),
  );
  expect(squares.normals).toMatchObject({ size: 3, normalized: true });
  expect([...squares.normals!.value.subarray(9, 15)]).toEqual([0, 127, 0, 0, 127, 0]);
  const { floor, glass } = CAD_IDS;
  expect(layerIds(squares.featureIds!.value)).toEqual([floor, floor, floor, floor, glass, glass, glass, glass]);
});

test('glass is a blended primitive over the vertices of the opaque one', () => {
  expect([mesh(0), mesh(1)].map(({ material }) => material.alphaMode)).toEqual(['OPAQUE', 'BLEND']);
  expect(mesh(1).positions.value).toBe(mesh(0).positions.value);
  expect(mesh(1).colors!.value).toBe(mesh(0).colors!.value);
  const alphas = (primitive: MeshPrimitive) =>
    new Set(Array.from(primitive.indices!, (vertex) => primitive.colors!.value[4 * vertex + 3]));
  expect([alphas(mesh(0)), alphas(mesh(1))]).toEqual([new Set([255]), new Set([128])]);
});

test('instances have their positions, rotation and scale, and the ids of the layer', () => {
  const part = mesh(2);
  const cornersOf = (instance: number) =>
    vertices(part).map((vertex) =>
      rounded(transformPoint(part.matrix, transformPoint(toMat4(part.instances!, 16 * instance), vertex))),
    );
  expect(cornersOf(0)).toEqual([
    [100, 200, 7],
    [102, 200, 7],
    [102, 201, 7],
    [100, 201, 7],
  ]);
  expect(cornersOf(1)).toEqual([
    [102, 200, 12],
    [102, 204, 12],
    [100, 204, 12],
    [100, 200, 12],
  ]);
  expect(part.featureIds).toBeNull();
  expect(layerIds(part.instanceFeatureIds!)).toEqual([CAD_IDS.low, CAD_IDS.high]);
});
