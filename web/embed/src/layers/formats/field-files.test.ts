import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FeatureContent, FileContent } from './file-content.ts';
import { kindOf } from './format-kinds.ts';
import { FORMATS } from './own-formats.ts';
import { parseFile } from './parse-file.ts';

/** Files as other programs write them, with the right answer of each in their README. */
const FIELD = path.resolve(import.meta.dirname, '../../../../../../shared/data/field');
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

  const ups = async (name: string) => (await features(name)).features.map(({ positionsEnu }) => positionsEnu[2]);
  const properties = async (name: string) => (await features(name)).features.map((feature) => feature.properties);

  it('KML: heights by altitude mode, prefixes and encodings', async () => {
    expect(await ups('01-kml-altitude/a-clamped-zero.kml')).toEqual([0.1, 0.1, 0.1]);
    expect(await ups('01-kml-altitude/b-relative.kml')).toEqual([12, 7]);
    expect(await properties('01-kml-altitude/h-prefixed-tags.kml')).toMatchObject([{ name: 'gate' }]);
    expect(await properties('01-kml-altitude/i-latin1-declared.kml')).toMatchObject([{ name: 'Kühlturm Süd' }]);
  });

  it('CSV: values as they are written, in the forms of Europe', async () => {
    expect(await properties('02-csv-locale/a-semicolon-comma-bom.csv')).toMatchObject([
      { Name: 'Pumpe 1', Breite: '1,25' },
      { Name: 'Pumpe 2', Breite: '0,80' },
    ]);
    expect(await properties('02-csv-locale/d-latin1.csv')).toMatchObject([{ name: 'Kühlturm Süd' }]);
    expect(await properties('03-csv-identifiers/a-leading-zeros.csv')).toMatchObject([
      { tag: '00712', batch: '0010' },
      { tag: '00713', batch: '0100' },
    ]);
    expect((await properties('03-csv-identifiers/b-exponent-like.csv')).map(({ tag }) => tag)).toEqual([
      '12E4',
      '1E5',
      '3D2',
    ]);
  });

  it('Shapefile and GeoPackage: encodings, systems by name, defaults of columns', async () => {
    for (const name of ['a-cpg-1252', 'd-no-cpg-utf8'])
      expect(await properties(`04-shapefile-encoding/${name}.zip`)).toMatchObject([
        { NAME: 'Kühlturm Süd' },
        { NAME: 'Øltank Å' },
      ]);
    const { features: found } = await features('05-shapefile-feet/c-esri-gauss-kruger-3.zip');
    expect(found[0]!.positionsEnu[0]).toBeCloseTo(-34, 1);
    expect(found[0]!.positionsEnu[1]).toBeCloseTo(-190.9, 1);
    expect((await properties('06-geopackage/a-column-added-later.gpkg'))[0]).toMatchObject({ state: 'open', size: 50 });
  });
});
