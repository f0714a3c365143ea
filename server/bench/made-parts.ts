import { open } from 'node:fs/promises';
import { BOX_TRIANGLES, boxCorners } from '../src/publish/testing/made-box.ts';

/** Entries written at once. */
const PORTION = 20_000;
const SHARED_MESHES = 100;
const COLUMNS = 1000;

const POSITION_BYTES = 8 * 12;
const MESH_BYTES = POSITION_BYTES + BOX_TRIANGLES.byteLength;

/** Sizes that differ from mesh to mesh, so that no two meshes are equal. */
const sizeOf = (mesh: number): [number, number, number] => [
  0.2 + (mesh % 97) * 0.01,
  0.2 + (mesh % 89) * 0.01,
  0.2 + (mesh % 83) * 0.01,
];

/** The lists of the document, entry by entry; accessors of mesh m: 2m its positions, 2m + 1 its indices. */
function lists(parts: number, meshes: number): Record<string, [count: number, entry: (i: number) => object]> {
  const place = (i: number) => [(i % COLUMNS) * 2, (i % 13) * 2, -Math.floor(i / COLUMNS) * 2];
  return {
    nodes: [
      parts,
      (i) => ({
        name: `PART ${i}`,
        mesh: i % meshes,
        translation: place(i),
        extras: { Tag: `T-${i}`, Type: ['BEAM', 'PLATE', 'BOLT'][i % 3], Area: `A${i % 40}` },
      }),
    ],
    meshes: [meshes, (m) => ({ primitives: [{ attributes: { POSITION: 2 * m }, indices: 2 * m + 1 }] })],
    accessors: [
      2 * meshes,
      (a) =>
        a % 2 === 0
          ? { bufferView: a, componentType: 5126, count: 8, type: 'VEC3' }
          : { bufferView: a, componentType: 5123, count: BOX_TRIANGLES.length, type: 'SCALAR' },
    ],
    bufferViews: [
      2 * meshes,
      (v) => {
        const start = Math.floor(v / 2) * MESH_BYTES;
        return v % 2 === 0
          ? { buffer: 0, byteOffset: start, byteLength: POSITION_BYTES }
          : { buffer: 0, byteOffset: start + POSITION_BYTES, byteLength: BOX_TRIANGLES.byteLength };
      },
    ],
    scenes: [1, () => ({ nodes: Array.from({ length: parts }, (_, i) => i) })],
    buffers: [1, () => ({ byteLength: meshes * MESH_BYTES })],
  };
}

/**
 * Writes a GLB of this many boxes in a flat list, each with a tag and two properties, and with its own mesh or one of a
 * hundred. The same numbers give the same file. It is written in portions, because its JSON may exceed the longest
 * string.
 */
export async function writeMadeParts(file: string, parts: number, hasOwnMeshes: boolean): Promise<void> {
  const meshes = hasOwnMeshes ? parts : SHARED_MESHES;
  const handle = await open(file, 'w');
  const header = new Uint32Array([0x46546c67, 2, 0, 0, 0x4e4f534a]);
  await handle.write(Buffer.from(header.buffer));
  let jsonBytes = 0;
  const write = async (text: string) => void (jsonBytes += (await handle.write(Buffer.from(text))).bytesWritten);
  await write('{"asset":{"version":"2.0"},"scene":0');
  for (const [name, [count, entry]] of Object.entries(lists(parts, meshes))) {
    for (let from = 0; from < count; from += PORTION) {
      const some = Array.from({ length: Math.min(PORTION, count - from) }, (_, i) => JSON.stringify(entry(from + i)));
      await write(`${from === 0 ? `,"${name}":[` : ','}${some.join(',')}`);
    }
    await write(']');
  }
  await write('}');
  await write(' '.repeat((4 - (jsonBytes % 4)) % 4));
  const binBytes = meshes * MESH_BYTES;
  await handle.write(Buffer.from(new Uint32Array([binBytes, 0x004e4942]).buffer));
  for (let from = 0; from < meshes; from += PORTION) {
    const some = Array.from({ length: Math.min(PORTION, meshes - from) }, (_, i) => [
      Buffer.from(boxCorners(sizeOf(from + i)).buffer),
      Buffer.from(BOX_TRIANGLES.buffer),
    ]);
    await handle.write(Buffer.concat(some.flat()));
  }
  header[2] = 20 + jsonBytes + 8 + binBytes;
  header[3] = jsonBytes;
  await handle.write(Buffer.from(header.buffer), 0, 20, 0);
  await handle.close();
}
