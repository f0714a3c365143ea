import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GlbBuilder } from '@overlook/shared/tiles3d';
import { writeGlb } from '@overlook/shared/tiles3d/testing';

/** One triangle for each node: corners of a right angle at (x, 0, 0), sides of a metre, y up. */
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
  const glb = new GlbBuilder();
  const meshes = nodes.map(({ x = 0, positions, indices = [0, 1, 2], primitive }) => {
    const corners = Float32Array.from(positions ?? [x, 0, 0, x + 1, 0, 0, x, 1, 0]);
    const POSITION = glb.positions(corners);
    const list = glb.indices(indices, corners.length / 3);
    return { primitives: [{ attributes: { POSITION }, indices: list, ...primitive }] };
  });
  return glb.document<Record<string, unknown>>({
    asset: { version: '2.0' },
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes: nodes.map(({ name }, mesh) => ({ name, mesh })),
    meshes,
  });
}

/** Writes a file to a new folder; returns its path. */
export async function aFileOf(bytes: Uint8Array | string, name: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'overlook-gltf-')), name);
  await writeFile(file, bytes);
  return file;
}

/** Writes a GLB to a new folder; returns its path. */
export const aGlbFile = ({ json, bin }: { json: object; bin: Uint8Array }): Promise<string> =>
  aFileOf(writeGlb(json, bin), 'made.glb');
