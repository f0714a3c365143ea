import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FeatureContent, FileContent } from './file-content.ts';
import { kindOf } from './format-kinds.ts';
import { FORMATS } from './own-formats.ts';
import { parseFile } from './parse-file.ts';

/** Files as other programs write them, with the right answer of each in their README. */
const FIELD = path.resolve(import.meta.dirname, '../../../../../shared/data/field');
/** On the ground of the place where they lie. */
const ORIGIN = { longitude: 8.6821, latitude: 50.1109, height: 146 };

async function read(name: string): Promise<FileContent> {
  const bytes = new Uint8Array(await readFile(path.join(FIELD, name)));
  const fileName = path.basename(name);
  return parseFile(kindOf(FORMATS, fileName)!, {
    name: fileName,
    file: new Blob([bytes]),
    origin: ORIGIN,
    crs: null,
  });
}
const features = async (name: string) => (await read(name)) as FeatureContent;

describe.skipIf(!existsSync(FIELD))('files of the field (../shared/data/field)', () => {
  it.each([
    [
      '19-stray-positions/a-null-island-row.csv',
      2,
      [expect.stringMatching(/^(?:Line 3|Row 2) \(B\) is left out: It lies 5,6\d\d km from this site\.$/)],
    ],
    ['09-shapefile-records/a-null-shape-between.zip', 2, [expect.stringMatching(/left out: It has no place\.$/)]],
    ['09-shapefile-records/i-null-last.zip', 2, [expect.stringMatching(/left out: It has no place\.$/)]],
    ['08-geojson/d-one-empty-geometry.geojson', 1, ['Feature 1 and 2 more are left out: It has no place.']],
    [
      '06-geopackage/f-curve.gpkg',
      1,
      [expect.stringMatching(/left out: Geometries of the type \w+ are not supported\.$/)],
    ],
  ])('%s: the bad part is named, the others are drawn', async (name, count, notes) => {
    const found = await features(name);
    expect([found.features.length, found.notes]).toEqual([count, notes]);
  });
});
