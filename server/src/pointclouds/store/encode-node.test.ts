import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORD_BYTES } from '../record.ts';
import { randomFrom, recordsAt } from '../testing/random-records.ts';
import { createNodeDecoder } from './decode-node.ts';
import { encodeNode } from './encode-node.ts';
import { type NodeColumns, packRecord } from './node-columns.ts';
import { STORE_COLUMNS } from './store-index.ts';

const ALL = [...STORE_COLUMNS];

function packed(columns: NodeColumns): Uint8Array {
  const words = new Int32Array((columns.count * RECORD_BYTES) / 4);
  for (let point = 0; point < columns.count; point++) packRecord(columns, point, words, point);
  return new Uint8Array(words.buffer);
}

describe('nodes of a store', () => {
  it('give back any records bit for bit', () => {
    const decode = createNodeDecoder(ALL);
    const record = fc.uint8Array({ minLength: RECORD_BYTES, maxLength: RECORD_BYTES });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 60 }), fc.nat(3), (points, shift) => {
        const room = new Uint8Array(shift + points.length * RECORD_BYTES);
        for (const [at, point] of points.entries()) room.set(point, shift + at * RECORD_BYTES);
        const records = room.subarray(shift);
        expect(packed(decode(encodeNode(records, points.length, ALL), points.length))).toEqual(records.slice());
      }),
    );
  });

  it('give back steps between the extremes of every field', () => {
    const records = new Uint8Array(4 * RECORD_BYTES);
    records.fill(0xff, RECORD_BYTES, 2 * RECORD_BYTES);
    records.fill(0x80, 2 * RECORD_BYTES, 3 * RECORD_BYTES);
    records.fill(0x7f, 3 * RECORD_BYTES);
    expect(packed(createNodeDecoder(ALL)(encodeNode(records, 4, ALL), 4))).toEqual(records);
  });

  it('keep nothing of a column that the store lacks', () => {
    const records = recordsAt(50, (point) => [point, -point, 7], randomFrom(1));
    const columns = createNodeDecoder(['xyz', 'rgb'])(encodeNode(records, 50, ['xyz', 'rgb']), 50);
    const view = new DataView(records.buffer, 20 * RECORD_BYTES);
    expect([columns.x[20], columns.y[20], columns.z[20], columns.blue[20]]).toEqual([
      20,
      -20,
      7,
      view.getUint16(34, true),
    ]);
    expect([columns.intensity[20], columns.gpsTime[20], columns.classification[20]]).toEqual([0, 0, 0]);
  });

  it('are not larger than the points of a smooth scan line need', () => {
    const records = recordsAt(
      8000,
      (point) => [point * 5, Math.round(Math.sin(point / 900) * 4000), 100],
      () => 0.5,
    );
    expect(encodeNode(records, 8000, ALL).length / 8000).toBeLessThan(3);
  });

  it('report the fault of a blob', () => {
    const decode = createNodeDecoder(ALL);
    const blob = encodeNode(
      recordsAt(10, () => [1, 2, 3], randomFrom(2)),
      10,
      ALL,
    );
    expect(() => decode(blob.subarray(0, blob.length - 3), 10)).toThrow('it cannot be decompressed');
    expect(() => decode(Buffer.from('no brotli'), 10)).toThrow('it cannot be decompressed');
    expect(() => decode(blob, 11)).toThrow('it holds 360 bytes where 396 were expected');
  });

  it('do not unpack more than a node can hold', () => {
    const bomb = brotliCompressSync(Buffer.alloc(200_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const before = process.memoryUsage().arrayBuffers;
    expect(() => createNodeDecoder(ALL)(bomb, 10)).toThrow('it cannot be decompressed');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });
});
