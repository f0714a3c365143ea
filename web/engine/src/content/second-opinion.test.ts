/** The public sample data, read by our parsers and by loaders.gl: positions, corners and batch ids have to be the same. */
import { readdirSync } from 'node:fs';
import { Tiles3DLoader } from '@loaders.gl/3d-tiles';
import { parse } from '@loaders.gl/core';
import { transformPoint } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import type { Primitive } from './content.ts';
import { contentOf, hasSampleData, nodePlatform, parseSample, SAMPLE_DATA } from './testing/node-platform.ts';
import { unpackedGzip } from './unpacked-gzip.ts';

/** The compared part of a tile as loaders.gl reads it; the package has no type for it. */
interface TheirTile {
  type: string;
  tiles?: TheirTile[];
  /** Of pnts: metres, relative to `rtcCenter`. */
  attributes?: { positions: Float32Array };
  rtcCenter?: number[];
  batchIds?: ArrayLike<number>;
  gltf?: { meshes: { primitives: TheirPrimitive[] }[]; scenes: { nodes: TheirNode[] }[]; nodes: TheirNode[] };
}
interface TheirNode {
  mesh?: { primitives: TheirPrimitive[] };
  children?: TheirNode[];
}
interface TheirPrimitive {
  attributes: Record<string, { value: ArrayLike<number> }>;
  indices?: { value: ArrayLike<number> };
}

/** A primitive in a line of text: numbers of vertices and corners, and sums that differ where an array does. */
const described = (positions: ArrayLike<number>, indices: ArrayLike<number> | null, ids: ArrayLike<number> | null) =>
  `${positions.length / 3} vertices ${sumOf(positions)}, ${indices?.length ?? 0} corners ${sumOf(indices ?? [])}, ids ${ids ? sumOf(ids) : 'none'}`;

/** Each value counts by its place, so that an exchange shows. */
function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * (1 + (i % 1009));
  return sum;
}

async function theirs(path: string): Promise<TheirTile> {
  const url = new URL(path, SAMPLE_DATA).href;
  // loaders.gl reads no tile that is packed.
  const bytes = await unpackedGzip(await nodePlatform.fetchBytes(url), path);
  return parse(bytes.buffer as ArrayBuffer, Tiles3DLoader, {
    core: { worker: false, baseUrl: url },
    '3d-tiles': { loadGLTF: true },
    gltf: { loadImages: false },
  }) as Promise<TheirTile>;
}

/** Each primitive that a scene draws, once. */
function theirPrimitives(tile: TheirTile): TheirPrimitive[] {
  const found = new Set<TheirPrimitive>((tile.tiles ?? []).flatMap(theirPrimitives));
  const pending = [...(tile.gltf?.scenes[0]?.nodes ?? tile.gltf?.nodes ?? [])];
  for (let node = pending.pop(); node; node = pending.pop()) {
    for (const primitive of node.mesh?.primitives ?? []) found.add(primitive);
    pending.push(...(node.children ?? []));
  }
  return [...found];
}

/** Each primitive once, however often nodes place it. */
const ourPrimitives = (primitives: Primitive[]): Primitive[] => [
  ...new Map(
    primitives.map((one) => [one.kind === 'mesh' ? (one.indices ?? one.positions.value) : one.positions.value, one]),
  ).values(),
];

const files = hasSampleData ? (readdirSync(SAMPLE_DATA, { recursive: true }) as string[]).toSorted() : [];
const ofKind = (ending: RegExp) => files.filter((name) => ending.test(name)).map((name) => [name] as const);

describe.skipIf(!hasSampleData)(`loaders.gl gives the same for ${SAMPLE_DATA.pathname} as our readers`, () => {
  test.each(ofKind(/\.(b3dm|i3dm|cmpt|glb)$/))('%s', async (path) => {
    // Ours reads first, because loaders.gl keeps the Draco decoder that it gets first.
    const [ours, tile] = [contentOf(await parseSample(path)), await theirs(path)];
    expect(ours.primitives.length).toBeGreaterThan(0);
    // Composites count the features of all their tiles, glTF those of all its tables: neither has the ids of the file.
    const hasIds = tile.type === 'b3dm' && ours.featureCount > 0;
    expect(
      ourPrimitives(ours.primitives)
        .map((one) =>
          described(
            one.positions.value,
            one.kind === 'mesh' ? one.indices : null,
            hasIds ? (one.featureIds?.value ?? null) : null,
          ),
        )
        .toSorted(),
    ).toEqual(
      theirPrimitives(tile)
        .map(({ attributes, indices }) => {
          const ids = hasIds ? (attributes['_BATCHID'] ?? attributes['BATCHID'])?.value : null;
          return described(attributes['POSITION']!.value, indices?.value ?? null, ids ?? null);
        })
        .toSorted(),
    );
  });

  test.each(ofKind(/\.pnts$/))('%s', async (path) => {
    // Ours reads first, because loaders.gl keeps the Draco decoder that it gets first.
    const [ours, tile] = [contentOf(await parseSample(path)), await theirs(path)];
    const [cloud] = ours.primitives;
    const { positions } = tile.attributes!;
    const centre = tile.rtcCenter ?? [0, 0, 0];
    expect(cloud!.positions.value).toHaveLength(positions.length);
    const range = cloud!.positions.normalized ? 65535 : 1;
    for (const at of [0, positions.length / 3 - 1]) {
      const stored = [0, 1, 2].map((axis) => cloud!.positions.value[3 * at + axis]! / range) as [
        number,
        number,
        number,
      ];
      const placed = transformPoint(cloud!.matrix, stored);
      placed.forEach((value, axis) => expect(value).toBeCloseTo(positions[3 * at + axis]! + centre[axis]!, 3));
    }
    if (tile.batchIds && cloud!.featureIds) expect(sumOf(cloud!.featureIds.value)).toBe(sumOf(tile.batchIds));
  });
});
