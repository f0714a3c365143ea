import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { glbFile } from '../../../formats/glb-file.ts';

/** One triangle a node: corners of a right angle at (x, 0, 0), sides of a metre, y up. */
interface MadeNode {
  readonly name: string;
  readonly x?: number;
  /** In place of 0, 1, 2. */
  readonly indices?: readonly number[];
  /** In place of the three corners; flat xyz. */
  readonly positions?: readonly number[];
  /** Added to the primitive. */
  readonly primitive?: object;
}

type Json = Record<string, unknown> & { accessors: Record<string, unknown>[] };

/** JSON and binary chunk of a glTF of such nodes. Accessors of node i: 2i its positions, 2i + 1 its indices. */
export function aGltf(nodes: readonly MadeNode[]): { json: Json; bin: Uint8Array } {
  const chunks: Uint8Array[] = [];
  const [accessors, bufferViews]: [Json['accessors'], object[]] = [[], []];
  let byteOffset = 0;
  const add = (array: Float32Array | Uint32Array, accessor: Record<string, unknown>) => {
    bufferViews.push({ buffer: 0, byteOffset, byteLength: array.byteLength });
    chunks.push(new Uint8Array(array.buffer));
    byteOffset += array.byteLength;
    return accessors.push({ bufferView: bufferViews.length - 1, ...accessor }) - 1;
  };
  const meshes = nodes.map(({ x = 0, positions, indices = [0, 1, 2], primitive }) => {
    const corners = Float32Array.from(positions ?? [x, 0, 0, x + 1, 0, 0, x, 1, 0]);
    const POSITION = add(corners, { componentType: 5126, count: corners.length / 3, type: 'VEC3' });
    const list = add(Uint32Array.from(indices), { componentType: 5125, count: indices.length, type: 'SCALAR' });
    return { primitives: [{ attributes: { POSITION }, indices: list, ...primitive }] };
  });
  const bin = new Uint8Array(Math.ceil(byteOffset / 8) * 8);
  let at = 0;
  for (const chunk of chunks) {
    bin.set(chunk, at);
    at += chunk.byteLength;
  }
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes: nodes.map(({ name }, mesh) => ({ name, mesh })),
    meshes,
    accessors,
    bufferViews,
    buffers: [{ byteLength: bin.byteLength }],
  };
  return { json, bin };
}

/** Writes a file to a new folder; returns its path. */
export async function aFileOf(bytes: Uint8Array | string, name: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'overlook-gltf-')), name);
  await writeFile(file, bytes);
  return file;
}

/** Writes a GLB to a new folder; returns its path. */
export const aGlbFile = ({ json, bin }: { json: object; bin: Uint8Array }): Promise<string> =>
  aFileOf(glbFile(json, bin), 'made.glb');
