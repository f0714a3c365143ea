import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Lla, llaFromEcef, transformPoint } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import type { CrsOptions } from '../../../pointclouds/crs/index.ts';
import type { CadModel } from '../cad-model.ts';
import { convertFiles, type PlaceRule } from '../convert-files.ts';
import { readIfc } from './read-ifc.ts';
import { aBox, anIfcFile, aStepText } from './testing/made-ifc.ts';

const BOX = aBox({ id: 1000 });
/** A map conversion to a point of a map. */
const onMap = (name: string, [east, north, height]: readonly [number, number, number], vertical = '$'): string[] => [
  `#900=IFCPROJECTEDCRS('${name}',$,$,${vertical},$,$,$);`,
  `#901=IFCMAPCONVERSION(#21,#900,${east}.,${north}.,${height}.,1.,0.,$);`,
];

const read = (lines: readonly string[], options: CrsOptions = {}): Promise<CadModel> =>
  readIfc(anIfcFile({ lines: [...BOX, ...lines] }), () => {}, options);
const originOf = ({ toEcef }: CadModel): Lla => llaFromEcef(transformPoint(toEcef!, [0, 0, 0]));

/** In Frankfurt, where the EGM96 geoid is 48.2 m above the ellipsoid. */
const FRANKFURT = [477_270, 5_551_000, 98] as const;
const ASSUMED =
  /^Nothing says what its heights are above; they were taken as above the sea \(EGM96\), which moved them \d+\.\d\d m up/;

describe('an IFC file is placed by the system of its map', () => {
  test.each([
    ['EPSG:7856', [334_000, 6_251_000, 20], 151.2045, -33.8669],
    ['EPSG:28992', [92_000, 437_000, 3], 4.4676, 51.9164],
    ['25832', FRANKFURT, 8.682, 50.11],
    ['EPSG 25832', FRANKFURT, 8.682, 50.11],
    ['ETRS_1989_UTM_Zone_32N', FRANKFURT, 8.682, 50.11],
    ['urn:ogc:def:crs:EPSG::25832', FRANKFURT, 8.682, 50.11],
    ['ETRS89, UTM 32', FRANKFURT, 8.682, 50.11],
  ] as const)('%s', async (name, point, longitude, latitude) => {
    const origin = originOf(await read(onMap(name, point)));
    expect(origin.longitude).toBeCloseTo(longitude, 2);
    expect(origin.latitude).toBeCloseTo(latitude, 2);
  });

  test('heights are above the sea, with a warning, unless something is stated', async () => {
    const model = await read(onMap('25832', FRANKFURT));
    expect(originOf(model).height).toBeCloseTo(98 + 48.2, 0);
    expect(model.warnings).toEqual([expect.stringMatching(ASSUMED)]);
    for (const [lines, options, height] of [
      [onMap('25832', FRANKFURT), { altitudes: 'ellipsoidal' }, 98],
      [onMap('25832', FRANKFURT), { altitudes: 'orthometric' }, 146.2],
      [onMap('25832', FRANKFURT, "'WGS 84 ellipsoid'"), {}, 98],
      [onMap('25832', FRANKFURT, "'DHHN2016'"), {}, 146.2],
      [onMap('EPSG:25832+5783', FRANKFURT), {}, 146.2],
    ] as const) {
      const stated = await read(lines, options);
      expect(originOf(stated).height).toBeCloseTo(height, 0);
      expect(stated.warnings).toEqual([]);
    }
  });

  test('the operator names the system of a file that is drawn in map coordinates', async () => {
    const corner = [477_270, 5_551_000, 98] as const;
    const file = anIfcFile({ lines: aBox({ id: 1000, corner }) });
    const { toEcef } = await readIfc(file, () => {}, { crs: 'EPSG:25832', altitudes: 'ellipsoidal' });
    const place = llaFromEcef(transformPoint(toEcef!, corner));
    expect([place.longitude, place.latitude, place.height].map((value) => Number(value.toFixed(2)))).toEqual([
      8.68, 50.11, 98,
    ]);
    await expect(readIfc(file, () => {}, { crs: 'EPSG:1' })).rejects.toThrow(
      '--crs: EPSG:1 is not a coordinate system',
    );
  });
});

describe('an IFC file without a place says why', () => {
  async function refusalOf(lines: readonly string[], place: PlaceRule): Promise<string> {
    const file = anIfcFile();
    await writeFile(file, aStepText({ lines }));
    const converted = convertFiles([file], path.dirname(file), { place, onProgress: () => {} });
    return converted.then(
      () => 'none',
      (error: Error) => error.message,
    );
  }

  test('where its system is not known', async () => {
    const refusal = await refusalOf([...BOX, ...onMap('Plant grid 7', FRANKFURT)], 'own');
    expect(refusal).toContain(
      'has no position on the earth. The coordinate system of its map cannot be used. Plant grid 7',
    );
  });

  test('where its coordinates are those of a map, with and without --at', async () => {
    const lines = aBox({ id: 1000, corner: [477_270, 5_551_000, 98] });
    for (const place of ['own', 'given', 'replaced'] as const)
      expect(await refusalOf(lines, place)).toContain(
        'Its coordinates look like map coordinates: give their system with --crs',
      );
  });
});
