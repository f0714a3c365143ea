import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPONENT, ContentError, GlbBuilder, JsonNode, readGlb } from '../tiles3d/index.ts';
import { writeGlb } from '../tiles3d/testing/index.ts';
import { bytesOf, GltfData, listsOf, type MeshoptDecoder, placedNodes, readInstances } from './index.ts';

/** Two nodes, one of them with instances, over accessors of every kind. */
function aWholeGlb(): Uint8Array {
  const glb = new GlbBuilder();
  const POSITION = glb.positions(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0));
  const indices = glb.indices([0, 1, 2], 3);
  const { json, bin } = glb.document<Record<string, unknown>>({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], rotation: [0, 0, 0, 1] },
      { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: POSITION, SCALE: POSITION } } } },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }],
  });
  const views = json['bufferViews'] as object[];
  const meshopt = { buffer: 0, byteLength: 8, count: 4, byteStride: 4, mode: 'ATTRIBUTES' };
  views.push({ buffer: 0, byteLength: 16, extensions: { EXT_meshopt_compression: meshopt } });
  const scalars = { componentType: COMPONENT.UNSIGNED_BYTE, type: 'SCALAR', normalized: true };
  const sparse = {
    count: 2,
    indices: { bufferView: 1, componentType: COMPONENT.UNSIGNED_BYTE },
    values: { bufferView: 1 },
  };
  (json['accessors'] as object[]).push(
    { bufferView: views.length - 1, count: 16, ...scalars },
    { count: 3, ...scalars, sparse },
  );
  return writeGlb(json, bin);
}

const decoder: MeshoptDecoder = { decodeGltfBuffer: (target) => target.fill(1) };

/** Reads everything that is in a document; returns how many bytes that made. */
function bytesRead(glb: Uint8Array): number {
  const { json, bin } = readGlb(glb);
  const lists = listsOf(new JsonNode(json, null, 'glTF'));
  const data = new GltfData(lists, { bytes: bytesOf([bin]), meshopt: decoder });
  let bytes = 0;
  for (let i = 0; i < lists.count('accessors'); i++)
    bytes += data.floats(data.accessor(new JsonNode(i, null, 'it'))).byteLength;
  for (const { json: node } of placedNodes(lists)) bytes += readInstances(node, data)?.byteLength ?? 0;
  return bytes;
}

const WHOLE = aWholeGlb();

it('a damaged document is read, or refused with its place; nothing else happens', () => {
  expect(bytesRead(WHOLE)).toBeGreaterThan(500);
  const damage = fc.record({
    // Most of the file is digits, names and quotes: a digit in their place makes another valid document.
    changes: fc.array(fc.record({ at: fc.nat(WHOLE.length - 1), value: fc.integer({ min: 0x20, max: 0x7f }) }), {
      maxLength: 3,
    }),
    digits: fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0x30, max: 0x39 }) }), { maxLength: 3 }),
    end: fc.oneof({ weight: 9, arbitrary: fc.constant(WHOLE.length) }, fc.nat(WHOLE.length)),
  });
  const digitsAt = [...WHOLE.keys()].filter((at) => WHOLE[at]! >= 0x30 && WHOLE[at]! <= 0x39);
  let readable = 0;
  const isReadOrRefused = ({ changes, digits, end }: Parameters<Parameters<typeof damage.map>[0]>[0]) => {
    const bytes = WHOLE.slice();
    for (const { at, value } of changes) bytes[at] = value;
    for (const { at, value } of digits) bytes[digitsAt[at % digitsAt.length]!] = value;
    try {
      expect(bytesRead(bytes.subarray(0, end))).toBeLessThan(2 ** 20);
      readable++;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      expect(error.place).not.toBe('');
    }
  };
  fc.assert(fc.property(damage, isReadOrRefused), { numRuns: 3000, seed: 30 });
  expect(readable).toBeGreaterThan(200);
});
