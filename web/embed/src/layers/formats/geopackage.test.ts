import { readFile } from 'node:fs/promises';
import { enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeatureContent } from './file-content.ts';
import { kindOf } from './format-kinds.ts';
import { FORMATS } from './own-formats.ts';
import { parseFile } from './parse-file.ts';
import { columnsOf, SqliteFile } from './sqlite-tables.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
/** Created by SQLite 3.40 with pages of 512 bytes: two feature tables in two coordinate systems, one of them over several pages. */
const plant = () => readFile(new URL('./testing/plant.gpkg', import.meta.url));
const read = (data: Uint8Array) =>
  parseFile(kindOf(FORMATS, 'plant.gpkg')!, {
    name: 'plant.gpkg',
    file: new Blob([data as Uint8Array<ArrayBuffer>]),
    origin: ORIGIN,
    crs: null,
  }) as Promise<FeatureContent>;

describe('GeoPackage', () => {
  it('positions the shapes of all tables by their coordinate systems and keeps their columns', async () => {
    const { features, crsName } = await read(await plant());
    expect(features.map(({ kind }) => kind)).toEqual([...Array.from({ length: 60 }, () => 'line'), 'area']);
    const enu = transformPoint(
      enuFrame(ORIGIN).enuFromEcef,
      ecefFromLla({ longitude: 138.5 + 59e-5, latitude: -35, height: 99 }),
    );
    Array.from(features[59]!.positionsEnu.slice(0, 3), (value, i) => expect(value).toBeCloseTo(enu[i]!, 3));
    expect(features[59]!.properties).toEqual({ fid: 60, 'tag, old': 'L-59', bore: 29.5, note: null });
    expect(crsName).toContain('WGS 84, degrees');
    const tank = features[60]!;
    expect(tank.properties).toEqual({ id: -5, name: 'Täñk – 1', level: Number.MAX_SAFE_INTEGER });
    // A square of 10 m in UTM, whose scale factor there deviates from 1 by less than 0.1 %.
    const [x = 0, y = 0, , x2 = 0, y2 = 0] = tank.positionsEnu;
    expect(Math.hypot(x2 - x, y2 - y)).toBeCloseTo(10, 1);
    expect(Math.hypot(x, y)).toBeLessThan(5000);
  });

  it('keeps texts that are longer than a page', async () => {
    const { features } = await read(await plant());
    expect(features[7]!.properties['note']).toBe('n'.repeat(1500));
  });

  it('is rejected with its file name if it is not a database, has no shapes, or is damaged', async () => {
    await expect(read(new Uint8Array(1024))).rejects.toThrow(
      'plant.gpkg: It is damaged, or no GeoPackage. It is no SQLite',
    );
    const bytes = await plant();
    await expect(read(bytes.subarray(0, 4096))).rejects.toThrow('It ends too early');
  });

  it('ends with an Error or some rows for any changed byte', async () => {
    const bytes = new Uint8Array(await plant());
    const names = ['gpkg_geometry_columns', 'gpkg_spatial_ref_sys', 'pipe runs', 'tanks'];
    const places = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(places, (changes) => {
        const damaged = bytes.slice();
        for (const [at, value] of changes) damaged[at] = value;
        try {
          const file = new SqliteFile(damaged);
          for (const name of names)
            for (const row of file.table(name)?.rows ?? []) expect(Array.isArray(row)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('the columns of a table are read from its CREATE TABLE statement', () => {
  const sql = `CREATE TABLE "a b" (id INTEGER PRIMARY KEY, -- the key, always
    "x, ""y""" TEXT DEFAULT 'a,(b', [size] DECIMAL(10, 2), \`note\` TEXT, CHECK (id > 0, 1), UNIQUE (note))`;
  expect(columnsOf(sql)).toEqual({
    columns: ['id', 'x, "y"', 'size', 'note'],
    rowIdColumn: 0,
    defaults: [null, 'a,(b', null, null],
  });
  const altered = `create table t (a text default 7, b real default (-1.5), c text default 'it''s', d int default true,
    e text default current_timestamp)`;
  expect(columnsOf(altered).defaults).toEqual(['7', -1.5, "it's", 1, null]);
  expect(columnsOf('create table t (a text, primary key (a))').rowIdColumn).toBe(-1);
});
