import { toMat4 } from '@overlook/shared/maths';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCountGrid } from '@overlook/shared/points';
import { makeStore } from '../testing/made-store.ts';
import { randomFrom, recordsAt } from '../testing/random-records.ts';

/*
 * A reader from docs/point-store.md alone. It shares no code with the product and works differently: 64-bit integers
 * value by value, a CRC bit by bit.
 */

function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** The values of one sequence, with an addend for each difference. */
function values(planes: Uint8Array, at: number, n: number, bytes: number, added: bigint[] | null = null) {
  const bits = BigInt(8 * bytes);
  const out: bigint[] = [];
  const differences: bigint[] = [];
  let before = 0n;
  for (let i = 0; i < n; i++) {
    let coded = 0n;
    for (let plane = 0; plane < bytes; plane++) coded += BigInt(planes[at + plane * n + i]!) << BigInt(8 * plane);
    let difference = coded % 2n === 0n ? coded / 2n : -(coded + 1n) / 2n;
    if (added) difference += added[i]!;
    differences.push(difference);
    before = BigInt.asUintN(Number(bits), before + difference);
    out.push(before);
  }
  return { out, differences, end: at + bytes * n };
}

const PLAIN = {
  intensity: 2,
  returns: 1,
  flags: 1,
  classification: 1,
  userData: 1,
  scanAngle: 2,
  sourceId: 2,
  gpsTime: 8,
};

/** Points of a store, each with its fields as unsigned integers by name. */
function readStore(folder: string): Record<string, bigint>[] {
  const about = JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8'));
  const index = readFileSync(join(folder, 'index.bin'));
  if (index.toString('latin1', 0, 4) !== 'OVPI' || index.readUInt32LE(4) !== 1) throw new Error('no index');
  if (crc(index.subarray(0, 28)) !== index.readUInt32LE(28)) throw new Error('head');
  if (crc(index.subarray(32)) !== index.readUInt32LE(24)) throw new Error('rows');
  const points: Record<string, bigint>[] = [];
  for (let row = 0; row < index.readUInt32LE(8); row++) {
    const at = 32 + row * index.readUInt32LE(12);
    const file = readFileSync(join(folder, `points-${index.readUInt16LE(at + 2)}.bin`));
    const from = Number(index.readBigUInt64LE(at + 24));
    const blob = file.subarray(from, from + index.readUInt32LE(at + 20));
    if (crc(blob) !== index.readUInt32LE(at + 64)) throw new Error('blob');
    const own = readBlob(brotliDecompressSync(blob), index.readUInt32LE(at + 16), about.columns);
    const side = 2 ** (about.rootBits - index[at]!);
    for (const [axis, name] of ['x', 'y', 'z'].entries()) {
      const integers = own.map((point) => Number(BigInt.asIntN(32, point[name]!)));
      if (Math.min(...integers) !== index.readInt32LE(at + 40 + 4 * axis)) throw new Error('least');
      if (Math.max(...integers) !== index.readInt32LE(at + 52 + 4 * axis)) throw new Error('greatest');
      const corner = about.minimum[axis] + index.readUInt32LE(at + 4 + 4 * axis) * side;
      if (!integers.every((value) => value >= corner && value < corner + side)) throw new Error('cell');
    }
    points.push(...own);
  }
  if (BigInt(points.length) !== index.readBigUInt64LE(16) || points.length !== about.points) throw new Error('points');
  return points;
}

function readBlob(planes: Uint8Array, n: number, columns: string[]): Record<string, bigint>[] {
  const fields: Record<string, bigint[]> = {};
  let at = 0;
  for (const column of columns) {
    if (column === 'xyz') {
      for (const name of ['x', 'y', 'z']) ({ out: fields[name]!, end: at } = { ...values(planes, at, n, 4) });
    } else if (column === 'rgb') {
      const red = values(planes, at, n, 2);
      const green = values(planes, red.end, n, 2, red.differences);
      const blue = values(planes, green.end, n, 2, red.differences);
      [fields['red'], fields['green'], fields['blue'], at] = [red.out, green.out, blue.out, blue.end];
    } else {
      const one = values(planes, at, n, PLAIN[column as keyof typeof PLAIN]);
      [fields[column], at] = [one.out, one.end];
    }
  }
  if (at !== planes.length) throw new Error('blob length');
  const names = Object.keys(fields);
  return Array.from({ length: n }, (_, i) => Object.fromEntries(names.map((name) => [name, fields[name]![i]!])));
}

function readGrid(path: string) {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 4) !== 'OVPG' || bytes.readUInt32LE(4) !== 1) throw new Error('no grid');
  const side = 2 ** bytes.readUInt32LE(8);
  const [densities, cells] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  let at = 160 + 8 * densities;
  const number = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(value);
    }
  };
  let place = -1;
  const places = Array.from({ length: cells }, () => {
    place += number() + 1;
    return [place % side, Math.floor(place / side) % side, Math.floor(place / side / side)];
  });
  const counts = Array.from({ length: densities }, () => places.map(() => number()));
  expect(at).toBe(bytes.length);
  const spacings = Array.from({ length: densities }, (_, i) => bytes.readDoubleLE(160 + 8 * i));
  return { cellM: bytes.readDoubleLE(24), origin: bytes.readDoubleLE(32 + 8 * 12), spacings, places, counts };
}

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'page-'))));
afterAll(() => rm(folder, { recursive: true }));

const FRAME = {
  kind: 'local',
  name: 'Test',
  toEcef: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  metresPerUnit: 1,
} as const;
const GRID = { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] } as const;

describe('the page about the layout of a point cloud', () => {
  it('is enough to read every bit of a store', async () => {
    const random = randomFrom(4);
    const place = () => [random() * 3e6 - 1e6, random() * 4e5, random() * 5e4 - 4e4];
    const records = recordsAt(1500, place, random);
    await makeStore(folder, { records, grid: GRID, frame: { ...FRAME, toEcef: [...FRAME.toEcef] }, nodePoints: 90 });
    const view = new DataView(records.buffer);
    const truth = Array.from({ length: 1500 }, (_, point) => {
      const at = 36 * point;
      const word = (offset: number) => view.getUint32(at + offset, true);
      const short = (offset: number) => view.getUint16(at + offset, true);
      const bytes = [14, 15, 16, 17].map((offset) => view.getUint8(at + offset));
      const shorts = [18, 20].map(short);
      return [
        word(0),
        word(4),
        word(8),
        short(12),
        ...bytes,
        ...shorts,
        view.getBigUint64(at + 22, true),
        short(30),
        short(32),
        short(34),
      ].join();
    });
    const read = readStore(folder).map((point) => Object.values(point).join());
    expect(read.sort()).toEqual(truth.sort());
  });

  it('is enough to read a count grid', async () => {
    const path = join(folder, 'grid.bin');
    const grid = {
      ecefToCell: toMat4(Array.from({ length: 16 }, (_, i) => i * 1.5)),
      cellM: 0.25,
      densities: [0.001, 0.05],
      x: Uint16Array.of(0, 7, 511),
      y: Uint16Array.of(3, 3, 300),
      z: Uint16Array.of(1, 1, 40),
      counts: [Uint32Array.of(1, 70_000, 4_000_000_000), Uint32Array.of(1, 128, 127)],
    };
    await writeFile(path, encodeCountGrid(grid));
    const places = [
      [0, 3, 1],
      [7, 3, 1],
      [511, 300, 40],
    ];
    const counts = grid.counts.map((column) => [...column]);
    expect(readGrid(path)).toEqual({ cellM: 0.25, origin: 18, spacings: [0.001, 0.05], places, counts });
  });
});
