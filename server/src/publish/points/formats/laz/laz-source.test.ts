import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLazPerf } from 'laz-perf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readChunkTable,
  readLasHeader,
  readLasVlrs,
  readLaszipVlr,
  repackerOf,
  vlrData,
} from '@overlook/shared/point-files/testing';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { hasSampleFile, sampleFile } from '../../../testing/sample-data.ts';
import { survivesDamage } from '../../testing/damaged-files.ts';
import { boundsOf, coordinatesOf, fieldsOf, readSource } from '../../testing/read-source.ts';
import { openLas } from '../las/open-las.ts';
import { PointFile } from '../point-file.ts';
import { loadLazPerf } from './load-laz-perf.ts';

const cloud = (name: string) => sampleFile(`pointclouds/${name}`);
const round = (values: number[], digits: number) => values.map((value) => Number(value.toFixed(digits)));

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'laz-'))));
afterAll(() => rm(folder, { recursive: true }));

/** The records of a file by the sequential decoder, which reads the chunk table with its own code. */
async function sequentially(name: string): Promise<Buffer> {
  const bytes = await readFile(cloud(name));
  const file = await PointFile.open(cloud(name), name);
  const header = await readLasHeader(file);
  await file.close();
  const module = await createLazPerf();
  const input = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, input);
  const reader = new module.LASZip();
  reader.open(input, bytes.length);
  const length = reader.getPointLength();
  const output = module._malloc(length * header.points);
  for (let i = 0; i < header.points; i++) reader.getPoint(output + i * length);
  const records = Buffer.alloc(header.points * 36);
  const raw = new DataView(module.HEAPU8.buffer, output, length * header.points);
  repackerOf(header.format)(raw, new DataView(records.buffer, records.byteOffset), header.points, length);
  return records;
}

async function tableOf(file: string) {
  const opened = await PointFile.open(file, 'x.laz');
  try {
    const header = await readLasHeader(opened);
    const laszip = vlrData((await readLasVlrs(opened, header)).vlrs, 'laszip encoded', 22204);
    return await readChunkTable(opened, header, readLaszipVlr(laszip, opened, header));
  } finally {
    await opened.close();
  }
}

describe.runIf(hasSampleFile('pointclouds/las/autzen_trim.laz'))('reading LAZ', () => {
  it('gives the same points as the LAS that it was made from', async () => {
    const [packed, plain] = [
      await readSource(openLas, cloud('las/autzen_trim.laz')),
      await readSource(openLas, cloud('las/autzen_trim.las')),
    ];
    expect(packed.facts).toEqual({ ...plain.facts, format: 'laz', parts: 3, isCheapToReread: false });
    expect(packed.records.equals(plain.records)).toBe(true);
  });

  it.each(['las/autzen_trim.laz', 'las/pdrf7-v4-1.4.laz', 'copc/lone-star.copc.laz', 'copc/ellipsoid.copc.laz'])(
    'gives the same points of %s as a sequential decoder',
    async (name) => {
      const { records } = await readSource(openLas, cloud(name));
      expect(records.equals(await sequentially(name))).toBe(true);
    },
  );

  it('reads the newest version of LAS and LASzip', async () => {
    const points = await readSource(openLas, cloud('las/pdrf7-v4-1.4.laz'));
    expect(points.count).toBe(1024);
    expect(points.facts).toMatchObject({ format: 'laz', parts: 4, fields: { color: true, gpsTime: 'week' } });
    expect(points.facts.warnings).toEqual(['Extra bytes of each point are not read: 4 without a name.']);
    const { min, max } = boundsOf(points);
    expect(round([min[0]!, min[1]!, max[0]!, max[1]!], 2)).toEqual([-1500.01, 250, 498.09, 1748.94]);
  });

  it('reads parts independently', async () => {
    const source = await openLas(cloud('las/autzen_trim.laz'), 'a.laz');
    const counts: number[] = [];
    const take = (_: Uint8Array, count: number) => void counts.push(count);
    await source.read(2, 3, take);
    await Promise.all([source.read(0, 1, take), source.read(1, 2, take)]);
    expect(counts).toEqual([10_000, 50_000, 50_000]);
    const failing = source.read(0, 1, () => {
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    await source.read(2, 3, take);
    expect(counts.at(-1)).toBe(10_000);
    await source.close();
  });

  it('calls the compiled decoder without its slow bindings', async () => {
    const bytes = await readFile(cloud('las/autzen_trim.laz'));
    const lazPerf = await loadLazPerf();
    const [input, output] = [lazPerf._malloc(bytes.length), lazPerf._malloc(34)];
    lazPerf.HEAPU8.set(bytes.subarray(2144 + 8), input);
    const decoder = new lazPerf.ChunkDecoder();
    decoder.open(3, 34, input);
    decoder.getPoint = () => expect.unreachable();
    lazPerf.pointReader!(decoder)(output);
    expect(lazPerf.HEAPU32[output >> 2]).toBe(63_717_798);
    decoder.delete();
  });

  it('finds the chunk table by the end of the file', async () => {
    const bytes = await readFile(cloud('las/autzen_trim.laz'));
    const pointsAt = bytes.readUInt32LE(96);
    const end = Buffer.alloc(8);
    bytes.copy(end, 0, pointsAt, pointsAt + 8);
    bytes.writeBigInt64LE(-1n, pointsAt);
    const file = path.join(folder, 'streamed.laz');
    await writeFile(file, Buffer.concat([bytes, end]));
    expect((await readSource(openLas, file)).count).toBe(110_000);
  });
});

describe.runIf(hasSampleFile('pointclouds/copc/lone-star.copc.laz'))('reading COPC', () => {
  it.each<[string, number, number, number]>([
    ['copc/lone-star.copc.laz', 518_862, 15, 58_393],
    ['copc/ellipsoid.copc.laz', 100_000, 5, 66_272],
  ])('gives every point of %s once', async (name, points, nodes, ofRoot) => {
    const { facts, count } = await readSource(openLas, cloud(name));
    expect([facts.format, count, facts.parts]).toEqual(['copc', points, nodes]);
    const table = await tableOf(cloud(name));
    const chunks = [...table.at].map((at, i) => ({ at, bytes: table.bytes[i]!, points: table.points[i]! }));
    const hierarchy = await hierarchyOf(cloud(name));
    expect(chunks).toEqual(hierarchy.map(({ at, bytes, points }) => ({ at, bytes, points })));
    expect(hierarchy.find(({ level }) => level === 0)!.points).toBe(ofRoot);
  });

  it('gives coordinates, colours and the stated system', async () => {
    const star = await readSource(openLas, cloud('copc/lone-star.copc.laz'));
    const { min, max } = boundsOf(star);
    expect(round(min, 3)).toEqual([515_368.602, 4_918_340.364, 2322.896]);
    expect(round(max, 4)).toEqual([515_401.043, 4_918_381.1238, 2338.5755]);
    expect(star.facts).toMatchObject({ crs: { wkt: expect.stringContaining('GEOCCS') }, fields: { color: false } });
    const ellipsoid = await readSource(openLas, cloud('copc/ellipsoid.copc.laz'));
    expect(ellipsoid.facts.fields.color).toBe(true);
    expect(ellipsoid.facts.crs).toMatchObject({ wkt: expect.stringContaining('Pseudo-Mercator') });
    const [x, y, z] = coordinatesOf(ellipsoid, 0);
    expect(((x + 8_242_596) / 150) ** 2 + ((y - 4_966_606) / 100) ** 2 + (z / 50) ** 2).toBeCloseTo(1, 2);
    expect(fieldsOf(ellipsoid, 0).color.every((value) => value <= 255)).toBe(true);
  });

  /** The nodes with points that the hierarchy names, in the order of their bytes; a page of its own is not in these files. */
  async function hierarchyOf(file: string) {
    const bytes = await readFile(file);
    const [at, length] = [Number(bytes.readBigUInt64LE(375 + 54 + 40)), Number(bytes.readBigUInt64LE(375 + 54 + 48))];
    const nodes = Array.from({ length: length / 32 }, (_, i) => at + i * 32).map((row) => ({
      level: bytes.readInt32LE(row),
      at: Number(bytes.readBigUInt64LE(row + 16)),
      bytes: bytes.readInt32LE(row + 24),
      points: bytes.readInt32LE(row + 28),
    }));
    return nodes.filter(({ points }) => points > 0).sort((a, b) => a.at - b.at);
  }
});

describe.runIf(hasSampleFile('pointclouds/las/autzen_trim.laz'))('damaged LAZ', () => {
  const refusal = async (name: string, change: (bytes: Buffer) => Buffer | void) => {
    const file = path.join(folder, 'bad.laz');
    const bytes = await readFile(cloud(name));
    await writeFile(file, change(bytes) ?? bytes);
    const error: unknown = await readSource(openLas, file, { name: 'bad.laz' }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ImportRefusedError)) throw new Error(`It was not refused: ${String(error)}`);
    return error.message;
  };
  const AUTZEN = 'las/autzen_trim.laz';
  const [POINTS_AT, LASZIP_AT, TABLE_AT] = [2144, 2144 - 52, 603_333];
  /** Turns the coded part of the table into that of another file: it is well formed, and it lies. */
  const foreignTable = (b: Buffer) => void b.writeUInt32BE(0x1234_5678, TABLE_AT + 8);

  it.each<[string, string, (bytes: Buffer) => Buffer | void, string]>([
    [
      'is cut off before the table',
      AUTZEN,
      (b) => b.subarray(0, 300_000),
      'chunk table: It is at byte 603333, but the file ends at 300000',
    ],
    ['is cut off inside the table', AUTZEN, (b) => b.subarray(0, TABLE_AT + 4), 'It is at byte 603333'],
    ['has no table', AUTZEN, (b) => void b.writeBigInt64LE(BigInt(POINTS_AT + 8), POINTS_AT), 'It is missing'],
    ['has its table before the points', AUTZEN, (b) => void b.writeBigInt64LE(5n, POINTS_AT), 'It is missing'],
    ['has a table that lies', AUTZEN, foreignTable, 'chunk table'],
    [
      'has a table that claims billions of chunks',
      AUTZEN,
      (b) => void b.writeUInt32LE(4e9, TABLE_AT + 4),
      'It has 4000000000 chunks',
    ],
    ['has a table that lacks a chunk', AUTZEN, (b) => void b.writeUInt32LE(2, TABLE_AT + 4), 'It has 2 chunks'],
    [
      'claims more points than its chunks have',
      AUTZEN,
      (b) => void b.writeUInt32LE(4e9, 107),
      'does not fit 4000000000 points',
    ],
    [
      'claims another size of chunks',
      AUTZEN,
      (b) => void b.writeUInt32LE(49_000, LASZIP_AT + 12),
      'chunk 1 of 3: Its compressed points are damaged',
    ],
    ['has chunks without points', AUTZEN, (b) => void b.writeUInt32LE(0, LASZIP_AT + 12), 'Its chunks have 0 points'],
    ['is in one piece', AUTZEN, (b) => void b.writeUInt16LE(1, LASZIP_AT), 'write the file again by a newer LASzip'],
    [
      'has items of another version',
      AUTZEN,
      (b) => void b.writeUInt16LE(1, LASZIP_AT + 38),
      'Item 1 has the type 6 and the version 1',
    ],
    [
      'has items of another length',
      AUTZEN,
      (b) => void b.writeUInt16LE(40, 105),
      'Its items have 34 bytes a point; the header says 40',
    ],
    [
      'has damage within a chunk',
      AUTZEN,
      (b) => void b.fill(0xa5, 100_000, 100_100),
      'chunk 1 of 3: Its compressed points are damaged',
    ],
    [
      'has layers that reach beyond their chunk',
      'copc/ellipsoid.copc.laz',
      (b) => void b.writeUInt32LE(1e9, 1432 + 36 + 4),
      'chunk 1 of 5: Its compressed points are damaged',
    ],
    [
      'has another count in a chunk',
      'copc/ellipsoid.copc.laz',
      (b) => void b.writeUInt32LE(7, 1432 + 36),
      'chunk 1 of 5: Its compressed points are damaged',
    ],
    [
      'claims more points than its nodes have',
      'copc/ellipsoid.copc.laz',
      (b) => void b.writeBigUInt64LE(100_001n, 247),
      'Its chunks have 100000 points; the header says 100001',
    ],
  ])('is refused when it %s', async (_, name, change, sentence) => {
    const message = await refusal(name, change);
    expect(message).toContain('bad.laz, ');
    expect(message).toContain(sentence);
  });

  it('that decodes to any bytes does not prevent reading the next', async () => {
    const file = path.join(folder, 'garbage.laz');
    const listeners = process.listenerCount('uncaughtException');
    const bytes = await readFile(cloud('copc/lone-star.copc.laz'));
    bytes.fill(0xa5, 400_000, 500_000);
    await writeFile(file, bytes);
    const source = await openLas(file, 'garbage.laz');
    await source
      .read(0, source.facts.parts, () => {})
      .catch((error: unknown) => expect(error).toBeInstanceOf(ImportRefusedError));
    let count = 0;
    await source.read(14, 15, (_, points) => void (count += points));
    expect(count).toBeGreaterThan(0);
    await source.close();
    expect(process.listenerCount('uncaughtException')).toBe(listeners);
  });

  it.each(['las/pdrf7-v4-1.4.laz', 'las/autzen_trim.laz', 'copc/ellipsoid.copc.laz'])(
    'is read or refused when any bytes of %s are damaged',
    async (name) => {
      const bytes = await readFile(cloud(name));
      await survivesDamage(openLas, path.join(folder, 'random.laz'), bytes, {
        runs: bytes.length > 100_000 ? 25 : 200,
      });
    },
  );
});
