import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointclouds, sites } from '@overlook/db/schema';
import { importSite } from '../import/import-site.ts';
import { importStores } from '../testing/import-stores.ts';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { doubleField, madeE57 } from './testing/made-e57.ts';
import { type MadeLas, writeMadeLas } from './testing/made-las.ts';

const stores = importStores();

const CORNER = [690_000, 5_335_000, 100] as const;
const LAZ = 'pointclouds/las/autzen_trim.laz';
/** Where the coded chunk table of that file begins. */
const LAZ_TABLE_AT = 603_333;

const pathOf = (name: string) => path.join(stores.sourcesDir, name);
const las = (name: string, more: Partial<MadeLas> = {}) =>
  writeMadeLas(pathOf(name), { points: 500, offset: CORNER, ...more });

/** Writes a file and changes its bytes. */
async function damaged(
  name: string,
  make: () => Promise<void>,
  change: (bytes: Buffer) => Buffer | void,
): Promise<void> {
  await make();
  const bytes = await readFile(pathOf(name));
  await writeFile(pathOf(name), change(bytes) ?? bytes);
}
const laz = async () => writeFile(pathOf('bad.laz'), await readFile(sampleFile(LAZ)));
const e57 = () => {
  const values = Array.from({ length: 500 }, (_, i) => i);
  const fields = ['cartesianX', 'cartesianY', 'cartesianZ'].map((axis) => doubleField(axis, values));
  return writeFile(pathOf('bad.e57'), madeE57({ scans: [{ fields }] }));
};

type Refusal = readonly [what: string, put: () => Promise<unknown>, sentence: RegExp];

const REFUSALS: readonly Refusal[] = [
  [
    'a LAS whose scale is no number',
    () =>
      damaged(
        'bad.las',
        () => las('bad.las'),
        (b) => void b.writeDoubleLE(NaN, 139),
      ),
    /^bad\.las, header: The scale of Y is NaN/,
  ],
  [
    'a LAS that claims billions of points',
    () =>
      damaged(
        'bad.las',
        () => las('bad.las'),
        (b) => void b.writeBigUInt64LE(9_000_000_000n, 247),
      ),
    /^bad\.las, header: It claims 9000000000 points, but the file has \d+: it is cut off/,
  ],
  [
    'an E57 with a wrong checksum',
    () => damaged('bad.e57', e57, (b) => void (b[5000]! ^= 1)),
    /^bad\.e57, page 4: Its checksum is wrong/,
  ],
  [
    'a PTS whose count is wrong',
    () => writeFile(pathOf('bad.pts'), '3\n690000 5335000 100\n690001 5335000 100\n'),
    /^bad\.pts, line 1: says that 3 points follow, but there are 2/,
  ],
  [
    'clouds 10 km apart',
    () => las('bad.las', { offset: [CORNER[0] + 10_300, CORNER[1], CORNER[2]] }),
    /(bad|good)\.las.*km/,
  ],
];

const REFUSALS_OF_SAMPLES: readonly Refusal[] = [
  ['a LAZ that is cut off', () => damaged('bad.laz', laz, (b) => b.subarray(0, 300_000)), /^bad\.laz, chunk table/],
  [
    'a LAZ whose chunk table lies',
    () => damaged('bad.laz', laz, (b) => void b.writeUInt32BE(0x1234_5678, LAZ_TABLE_AT + 8)),
    /^bad\.laz, chunk table/,
  ],
];

async function expectRefused(sentence: RegExp): Promise<void> {
  const layers = { points: stores.sourcesDir };
  await expect(
    importSite({ db: stores.db, filesDir: stores.filesDir }, { slug: 'a', layers, crs: 'EPSG:25832' }),
  ).rejects.toThrow(sentence);
  expect([await stores.db.$count(pointclouds), await stores.db.$count(sites)]).toEqual([0, 0]);
  for (const below of ['pointclouds', 'converting', 'models'])
    expect(await readdir(path.join(stores.filesDir, below)).catch(() => [])).toEqual([]);
}

describe('an import of a folder', () => {
  it.each(REFUSALS)('is refused as a whole for %s, by its name, and stores nothing', async (_, put, sentence) => {
    await las('good.las');
    await put();
    await expectRefused(sentence);
  });

  it.runIf(hasSampleFile(LAZ)).each(REFUSALS_OF_SAMPLES)(
    'is refused as a whole for %s, by its name, and stores nothing',
    async (_, put, sentence) => {
      await las('good.las');
      await put();
      await expectRefused(sentence);
    },
  );

  it('without a point is refused, and one file without points beside another is not', async () => {
    await las('empty.las', { points: 0 });
    await expectRefused(/^empty\.las: has no points/);
    await las('good.las');
    await importSite(
      { db: stores.db, filesDir: stores.filesDir },
      { slug: 'a', layers: { points: stores.sourcesDir }, crs: 'EPSG:25832' },
    );
    expect(await stores.db.select().from(pointclouds)).toMatchObject([{ points: 500 }]);
  });

  it('with all points in one place stores each of them', async () => {
    await las('place.las', { points: 3000, pointAt: (_, point) => void Object.assign(point, { x: 5, y: 6, z: 7 }) });
    await importSite(
      { db: stores.db, filesDir: stores.filesDir },
      { slug: 'a', layers: { points: stores.sourcesDir }, crs: 'EPSG:25832' },
    );
    expect(await stores.db.select().from(pointclouds)).toMatchObject([{ points: 3000 }]);
  });
});
