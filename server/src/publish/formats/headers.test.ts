import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { aB3dm, aCmpt, aGlb, aPnts } from '../testing/made-tiles.ts';
import { ContentError, JsonNode } from '@overlook/shared/tiles3d';
import { readGltf } from './gltf.ts';
import { parseSubtree, readAvailability } from './subtree.ts';
import { parseTileContent } from './tile-content.ts';

/** Good or refused with a place: anything else is a fault of the reader. */
function goodOrRefused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ContentError);
    expect((error as ContentError).place).not.toBe('');
  }
}

function readWhole(bytes: Uint8Array): void {
  const content = parseTileContent(bytes);
  if (content.kind === 'glb' || content.kind === 'b3dm')
    readGltf(content.glb.json, content.glb.bin?.byteLength ?? null);
  if (content.kind === 'gltf') readGltf(content.json, null);
}

const GOOD = [aGlb(), aB3dm({ featureTable: { BATCH_LENGTH: 1 } }), aPnts(), aCmpt(aB3dm(), aPnts())];

describe('headers of any content', () => {
  it('are good as made', () => {
    for (const bytes of GOOD) expect(() => readWhole(bytes)).not.toThrow();
  });

  it('survive any bytes changed and any cut', () => {
    const damage = fc.record({
      tile: fc.constantFrom(...GOOD),
      changes: fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
      keep: numberBetween(0, 1),
    });
    fc.assert(
      fc.property(damage, ({ tile, changes, keep }) => {
        const bytes = Buffer.from(tile);
        for (const { at, value } of changes) bytes[at % bytes.length] = value;
        goodOrRefused(() => readWhole(bytes.subarray(0, Math.round(keep * bytes.length))));
      }),
      { numRuns: 2000 },
    );
  });

  it('survive any header lengths', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GOOD),
        fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 6 }),
        (tile, words) => {
          const bytes = Buffer.from(tile);
          words.forEach((word, i) => bytes.writeUInt32LE(word, 8 + 4 * i));
          goodOrRefused(() => readWhole(bytes));
        },
      ),
    );
  });

  it('survive any bytes and any JSON', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => goodOrRefused(() => readWhole(bytes))));
    fc.assert(
      fc.property(
        fc.constantFrom('buffers', 'accessors', 'nodes', 'meshes', 'scenes', 'images', 'scene'),
        fc.jsonValue(),
        (key, value) => goodOrRefused(() => readGltf(new JsonNode({ asset: { version: '2.0' }, [key]: value }), null)),
      ),
    );
  });
});

describe('subtrees', () => {
  const json = new JsonNode({
    buffers: [{ byteLength: 2 }],
    bufferViews: [{ buffer: 0, byteOffset: 1, byteLength: 1 }],
  });
  it('read bits from the lowest of each byte, and constants', () => {
    const read = (node: object, count: number) =>
      readAvailability(new JsonNode(node), json, [Uint8Array.of(0, 0b101)], count);
    expect([0, 1, 2, 3].map(read({ bitstream: 0 }, 4))).toEqual([true, false, true, false]);
    expect(read({ constant: 1 }, 4)(3)).toBe(true);
    expect(() => read({ bitstream: 0 }, 9)).toThrow('has 1 bytes, too few for 9 nodes');
    expect(() => read({}, 4)).toThrow(ContentError);
  });

  it('survive any header', () => {
    const header = fc.uint8Array({ minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(header, (rest) => goodOrRefused(() => parseSubtree(Buffer.concat([Buffer.from('subt'), rest])))),
    );
  });
});
