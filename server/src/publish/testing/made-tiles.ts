import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GlbBuilder } from '@overlook/shared/tiles3d';
import { writeGlb } from '@overlook/shared/tiles3d/testing';

type Json = Record<string, unknown>;

const padded = (bytes: Uint8Array, to: number, filler: number, offset = 0): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((to - ((offset + bytes.byteLength) % to)) % to, filler)]);
const uint32s = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** A GLB from its JSON and binary chunk. */
export const aGlbOf = (json: Json, bin?: Uint8Array): Buffer => Buffer.from(writeGlb(json, bin));

/** The JSON and binary chunk of a glTF with one triangle mesh; positions are y-up metres. */
export function aTriangle({ size = 1, batchIds }: { size?: number; batchIds?: number[] } = {}) {
  const glb = new GlbBuilder();
  const POSITION = glb.positions(Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0));
  const indices = glb.indices([0, 1, 2], 3);
  const attributes = { POSITION, ...(batchIds && { _BATCHID: glb.attribute(Float32Array.from(batchIds), 'SCALAR') }) };
  return glb.document<Json>({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, indices }] }],
  });
}

export function aGlb(options: Parameters<typeof aTriangle>[0] = {}): Buffer {
  const { json, bin } = aTriangle(options);
  return aGlbOf(json, bin);
}

function table(json: Json | null, binary: Uint8Array, offset: number): [Buffer, Buffer] {
  const text = json ? padded(Buffer.from(JSON.stringify(json)), 8, 0x20, offset) : Buffer.alloc(0);
  return [text, padded(binary, 8, 0)];
}

/** A b3dm around a GLB, aligned to 8 bytes. */
export function aB3dm({
  glb = aGlb(),
  featureTable = { BATCH_LENGTH: 0 } as Json,
  batchTable = null as Json | null,
} = {}): Buffer {
  const [feature] = table(featureTable, Buffer.alloc(0), 28);
  const [batch] = table(batchTable, Buffer.alloc(0), 28 + feature.length);
  const body = padded(glb, 8, 0, 28 + feature.length + batch.length);
  const length = 28 + feature.length + batch.length + body.length;
  return Buffer.concat([
    Buffer.from('b3dm'),
    uint32s(1, length, feature.length, 0, batch.length, 0),
    feature,
    batch,
    body,
  ]);
}

/** A pnts with the given points, flat xyz. */
export function aPnts({
  points = [0, 0, 0, 1, 1, 1],
  featureTable = {} as Json,
  batchTable = null as Json | null,
  /** The bytes after the feature table; by default the positions. */
  body = new Uint8Array(Float32Array.from(points).buffer),
} = {}): Buffer {
  const json = { POINTS_LENGTH: points.length / 3, POSITION: { byteOffset: 0 }, ...featureTable };
  const [feature, binary] = table(json, body, 28);
  const [batch] = table(batchTable, Buffer.alloc(0), 28 + feature.length + binary.length);
  const length = 28 + feature.length + binary.length + batch.length;
  return Buffer.concat([
    Buffer.from('pnts'),
    uint32s(1, length, feature.length, binary.length, batch.length, 0),
    feature,
    binary,
    batch,
  ]);
}

/** An i3dm that places a GLB at some places, flat xyz in tile axes. */
export function aI3dm(glb: Buffer, places: readonly number[], batchTable: Json | null = null): Buffer {
  const json = { INSTANCES_LENGTH: places.length / 3, POSITION: { byteOffset: 0 } };
  const [feature, binary] = table(json, new Uint8Array(Float32Array.from(places).buffer), 32);
  const [batch] = table(batchTable, Buffer.alloc(0), 32 + feature.length + binary.length);
  const before = 32 + feature.length + binary.length + batch.length;
  const body = padded(glb, 8, 0, before);
  const length = before + body.length;
  return Buffer.concat([
    Buffer.from('i3dm'),
    uint32s(1, length, feature.length, binary.length, batch.length, 0, 1),
    feature,
    binary,
    batch,
    body,
  ]);
}

export function aCmpt(...tiles: Buffer[]): Buffer {
  const length = 16 + tiles.reduce((sum, tile) => sum + tile.length, 0);
  return Buffer.concat([Buffer.from('cmpt'), uint32s(1, length, tiles.length), ...tiles]);
}

/** Column-major transform to a place near Adelaide, where the ellipsoid is about 6,372 km from the centre. */
const ON_EARTH = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -3918000, 3467000, -3637000, 1];

/** A box around the triangle of `aTriangle` at size 1, in tile axes (z up). */
export const UNIT_BOX = { box: [0.5, 0, 0.5, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5] };

/** A root tile with one content. */
export function aRoot(tile: Json = {}): Json {
  return {
    boundingVolume: UNIT_BOX,
    geometricError: 0,
    refine: 'ADD',
    transform: ON_EARTH,
    content: { uri: 'tile.b3dm' },
    ...tile,
  };
}

export function aTileset(root: Json = aRoot(), more: Json = {}): Json {
  return { asset: { version: '1.0' }, geometricError: 10, root, ...more };
}

/** Writes files (JSON or bytes) to a new folder below `tmp` and returns its path. */
export async function aFolder(files: Record<string, Uint8Array | Json | unknown[]>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overlook-tiles-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}
