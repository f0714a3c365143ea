import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_BYTES } from '../record.ts';
import { makeStore } from '../testing/made-store.ts';
import { randomFrom, recordsAt } from '../testing/random-records.ts';
import { INDEX_HEAD_BYTES, INDEX_ROW, INDEX_ROW_BYTES } from './index-layout.ts';
import { packRecord } from './node-columns.ts';
import { openPointStore, type PointStore } from './open-store.ts';
import { STORE_FILES, type StoreDescription, type StoreNode } from './store-index.ts';
import { encodeIndex } from './write-index.ts';

const GRID = { scale: [0.001, 0.001, 0.001], offset: [500_000, 6_000_000, 0] } as const;
const FRAME = {
  kind: 'local',
  name: 'Test',
  toEcef: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  metresPerUnit: 1,
} as const;
const random = randomFrom(7);
const records = recordsAt(
  5000,
  () => [random() * 90_000 - 45_000, random() * 30_000, random() * random() * 9000 - 4500],
  random,
);

let folder: string;
let description: StoreDescription;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'store-'))));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  const frame = { ...FRAME, toEcef: [...FRAME.toEcef] };
  description = await makeStore(folder, { records, grid: GRID, frame, nodePoints: 150, files: 3 });
});

/** Each record as a string, sorted, so that sets of points can be compared. */
function recordTexts(bytes: Uint8Array): string[] {
  const points = Array.from({ length: bytes.length / RECORD_BYTES }, (_, point) => point * RECORD_BYTES);
  return points.map((at) => Buffer.from(bytes.subarray(at, at + RECORD_BYTES)).toString('hex')).sort();
}

function allRecords(store: PointStore): Uint8Array {
  const words = new Int32Array((store.description.points * RECORD_BYTES) / 4);
  let to = 0;
  for (const node of store.nodes) {
    const columns = store.readNode(node);
    for (let point = 0; point < columns.count; point++) packRecord(columns, point, words, to++);
  }
  return new Uint8Array(words.buffer);
}

async function opened<T>(use: (store: PointStore) => T): Promise<T> {
  const store = await openPointStore(folder);
  try {
    return use(store);
  } finally {
    store.close();
    store.close();
  }
}

/** Rewrites the index with one row changed, checksums right. */
async function withRow(row: number, change: Partial<StoreNode>): Promise<void> {
  const nodes = await opened((store) => store.nodes.map((node, at) => (at === row ? { ...node, ...change } : node)));
  await writeFile(join(folder, STORE_FILES.index), encodeIndex(nodes));
}

async function flipByte(file: string, at: number): Promise<void> {
  const bytes = await readFile(join(folder, file));
  bytes[at]! ^= 0x10;
  await writeFile(join(folder, file), bytes);
}

describe('a store of points', () => {
  it('gives back every record once, from several files', async () => {
    expect(recordTexts(await opened(allRecords))).toEqual(recordTexts(records));
  });

  it('has its nodes by level and Morton code, in any order of writing', async () => {
    const nodes = await opened((store) => store.nodes);
    const mortons = nodes.map(({ level, cell }) => {
      let code = 0;
      for (let bit = level - 1; bit >= 0; bit--)
        code = code * 8 + ((cell[0] >> bit) & 1) + 2 * ((cell[1] >> bit) & 1) + 4 * ((cell[2] >> bit) & 1);
      return level * 1e12 + code;
    });
    expect(mortons).toEqual([...mortons].sort((a, b) => a - b));
    await writeFile(join(folder, STORE_FILES.index), encodeIndex([...nodes].reverse()));
    expect(await opened((store) => store.nodes)).toEqual(nodes);
  });

  it('refuses a blob with one wrong bit, naming node and file', async () => {
    await flipByte('points-1.bin', 100);
    await expect(opened(allRecords)).rejects.toThrow(
      /^The point store is damaged: points-1\.bin, node \d-\d+-\d+-\d+ at byte \d+: its checksum is wrong\.$/,
    );
  });

  it('refuses a blob whose content differs from its row', async () => {
    const node = (await opened((store) => store.nodes))[3]!;
    await withRow(3, { points: node.points + 1 });
    await withDescription({ points: description.points + 1 });
    await expect(opened(allRecords)).rejects.toThrow(
      /points-\d\.bin, node .*: it holds \d+ bytes where \d+ were expected/,
    );
  });

  it('refuses blobs outside their files before it reads any', async () => {
    await truncate(join(folder, 'points-2.bin'), 200);
    await expect(opened(() => null)).rejects.toThrow(/index\.bin, node .* are outside its file/);
  });

  it('refuses rows with impossible values', async () => {
    await withRow(2, { bytes: 4_000_000_000 });
    await expect(opened(() => null)).rejects.toThrow('are outside its file');
    for (const change of [{ points: 0 }, { points: 4_000_000_000 }]) await refusesRow(change, 'it claims');
    await refusesRow({ spacing: Number.NaN }, 'it claims a spacing of NaN');
    await refusesRow({ level: 33 }, 'the level is above');
    await refusesRow({ cell: [4, 0, 0] }, /row \d+, node 1-4-0-0: the cell is outside the root cube/);
    await refusesRow({ minimum: [-(2 ** 31), 0, 0] }, 'its bounds are outside its cell');
  });

  it('refuses an index whose bytes are damaged, cut off or too many', async () => {
    const path = join(folder, STORE_FILES.index);
    const whole = await readFile(path);
    for (const at of [8, 20]) await refusesIndexByte(at, 'the checksum of its head is wrong');
    await refusesIndexByte(
      INDEX_HEAD_BYTES + 5 * INDEX_ROW_BYTES + INDEX_ROW.points,
      'the checksum of its rows is wrong',
    );
    await refusesIndexByte(0, 'it is no index of a point store');
    await refusesIndexByte(4, /its version is \d+/);
    for (const bytes of [whole.subarray(0, 20), whole.subarray(0, -1), Buffer.concat([whole, whole.subarray(0, 1)])]) {
      await writeFile(path, bytes);
      await expect(opened(() => null)).rejects.toThrow(/index\.bin: it has \d+ bytes/);
    }
  });

  it('refuses an invalid description', async () => {
    await withDescription({ rootBits: 40 });
    await expect(opened(() => null)).rejects.toThrow('store.json, rootBits');
    await withDescription({ rootBits: description.rootBits, columns: ['rgb'] });
    await expect(opened(() => null)).rejects.toThrow('store.json, columns');
    await withDescription({ columns: description.columns, nodes: description.nodes + 1 });
    await expect(opened(() => null)).rejects.toThrow('store.json has');
    await writeFile(join(folder, STORE_FILES.description), '{');
    await expect(opened(() => null)).rejects.toThrow('store.json: it is no JSON');
  });
});

async function withDescription(change: Partial<StoreDescription>): Promise<void> {
  await writeFile(join(folder, STORE_FILES.description), JSON.stringify({ ...description, ...change }));
}

async function refusesRow(change: Partial<StoreNode>, reason: string | RegExp): Promise<void> {
  description = await makeStore(folder, {
    records,
    grid: GRID,
    frame: { ...FRAME, toEcef: [...FRAME.toEcef] },
    files: 3,
  });
  const node = (await opened((store) => store.nodes))[1]!;
  await withRow(1, change);
  await withDescription({ points: description.points + (change.points ?? node.points) - node.points });
  await expect(opened(() => null)).rejects.toThrow(reason);
}

async function refusesIndexByte(at: number, reason: string | RegExp): Promise<void> {
  await flipByte(STORE_FILES.index, at);
  await expect(opened(() => null)).rejects.toThrow(reason);
  await flipByte(STORE_FILES.index, at);
}
