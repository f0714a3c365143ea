import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { hasSampleFile, sampleFile } from '../../testing/sample-data.ts';
import { boundsOf, coordinatesOf, fieldsOf, readSource } from '../testing/read-source.ts';
import { openLas } from './las/open-las.ts';
import type { OpenPointSource } from './point-source.ts';
import { openPts } from './pts.ts';
import { openPtx } from './ptx.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-text-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(open: OpenPointSource, text: string | Buffer) {
  const file = path.join(folder, 'cloud');
  await writeFile(file, text);
  return readSource(open, file);
}

const SAMPLES = hasSampleFile('pointclouds/pts/autzen.pts');

describe.runIf(SAMPLES)('public samples', () => {
  it('PTS has its points, intensities and colours', async () => {
    const points = await readSource(openPts, sampleFile('pointclouds/pts/autzen.pts'));
    expect(points.count).toBe(10);
    const [x, y, z] = coordinatesOf(points, 0);
    expect(x).toBeCloseTo(636_110.3, 4);
    expect(y).toBeCloseTo(849_345.05, 4);
    expect(z).toBeCloseTo(512.14, 4);
    expect(fieldsOf(points, 0)).toMatchObject({ intensity: (2048 - 1613) * 16, color: [52, 70, 64] });
    expect((await readSource(openPts, sampleFile('pointclouds/pts/test.pts'))).count).toBe(19);
  });

  it('PTX has the points of the LAS from which it was made', async () => {
    const ptx = await readSource(openPtx, sampleFile('pointclouds/ptx/1.2-with-color.ptx'));
    const las = await readSource(openLas, sampleFile('pointclouds/las/1.2-with-color.las'));
    expect(ptx.count).toBe(1065);
    for (let i = 0; i < 1065; i++) {
      const [a, b] = [coordinatesOf(ptx, i), coordinatesOf(las, i)];
      for (let axis = 0; axis < 3; axis++) expect(a[axis]).toBeCloseTo(b[axis]!, 3);
      expect(fieldsOf(ptx, i).color).toEqual(fieldsOf(las, i).color);
    }
  });

  it('PTX is turned and moved by its matrix, without empty cells', async () => {
    const points = await readSource(openPtx, sampleFile('pointclouds/ptx/complex-transform.ptx'));
    expect(points.count).toBe(4);
    // By hand: (−0.005630, 0.645218, −0.440506) times the matrix of the file.
    const [x, y, z] = coordinatesOf(points, 0);
    expect(x).toBeCloseTo(-0.00563 * 0.999979 + 0.645218 * 0.003613 - 0.440506 * 0.005359 - 3.028748, 4);
    expect(y).toBeCloseTo(0.00563 * 0.003604 + 0.645218 * 0.999992 + 0.440506 * 0.00165 - 3.819741, 4);
    expect(z).toBeCloseTo(0.00563 * 0.005365 + 0.645218 * 0.00163 - 0.440506 * 0.999984 - 1.384333, 4);
    expect(boundsOf(points).min[2]).toBeLessThan(-1.8);
  });
});

it('PTX says where its scanner stood, and how many points it has from there', async () => {
  const header = (cells: number, x: number) =>
    `1\n${cells}\n${x} 2 3\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n${x} 2 3 1\n`;
  const file = path.join(folder, 'stations.ptx');
  await writeFile(file, `${header(3, 10)}1 1 1 0.5\n0 0 0 0.5\n2 1 1 0.5\n${header(1, 40)}1 1 1 0.5\n`);
  const source = await openPtx(file, 'stations.ptx');
  await source.read(0, 1, () => undefined);
  expect(source.stations!()).toEqual([
    { translation: [10, 2, 3], points: 2 },
    { translation: [40, 2, 3], points: 1 },
  ]);
  await source.close();
});

describe('PTS', () => {
  it('has several clouds in a file', async () => {
    const points = await read(openPts, '2\n1 2 3\n4 5 6\n1\n7.00004 8 9.5\n');
    expect(points.count).toBe(3);
    expect(coordinatesOf(points, 2)).toEqual([7, 8, 9.5]);
    expect(points.facts.fields).toMatchObject({ color: false, intensity: false });
  });

  it('may lack the count, and the line feed at its end', async () => {
    expect((await read(openPts, '1 2 3 10 20 30\r\n4 5 6 10 20 30')).count).toBe(2);
  });

  it.each([
    ['2\n10.5 2 3\n', 'line 1: says that 2 points follow, but there are 1.'],
    ['2\n1 2 3\n1 2 3\n1 2 3\n1 2 3\n', 'line 1: says that 2 points follow, but there are 4.'],
    ['1\n1 2 3\n2\n1 2 3\n1\n1 2 3\n', 'line 3: says that 2 points follow, but there are 1.'],
  ])('with a wrong count is refused with both numbers', async (text, reason) => {
    await expect(read(openPts, text)).rejects.toThrow(reason);
  });

  it.each([
    ['9000000000\n1 2 3\n', 'says that 9000000000 points follow, but a file of 17 bytes has at most 2.'],
    ['2.5\n1 2 3\n', 'where a count of points is expected'],
    ['0\n', 'has no points.'],
    ['', 'has no points.'],
    ['1\n1 2 3 4 5\n', 'has 5 numbers for each point, whose values do not show what they are'],
    ['2\n1 2 3\n1 2 3 4\n', 'line 3: has 4 numbers, where the first point has 3.'],
    ['1\nnan nan nan\n', 'has no points.'],
    ['2\n1\r2\n1 2 3\n', 'has 2 numbers'],
    ['2\n0 0 0\n300000 0 0\n', 'line 3: has a point more than 214,000 units away'],
  ])('that is bad is refused with the reason: %j', async (text, reason) => {
    await expect(read(openPts, text)).rejects.toThrow(reason);
  });

  it.each([
    ['-2048', '2047', [0, 65_520]],
    ['0', '1', [0, 65_535]],
    ['0.25', '1', [16_384, 65_535]],
    ['0', '255', [0, 65_535]],
    ['0', '2000', [32_768, 64_768]],
    ['300', '40000', [300, 40_000]],
  ])('with intensities from %s to %s fills 16 bits', async (low, high, expected) => {
    const points = await read(openPts, `2\n1 2 3 ${low}\n1 2 3 ${high}\n`);
    expect([0, 1].map((i) => fieldsOf(points, i).intensity)).toEqual(expected);
  });
});

describe('PTS of other programs', () => {
  it.each([
    ['decimal commas', '2\n0,5 1,25 -2,000 100\n1e1 3 4,5 7\n', [0.5, 1.25, -2]],
    ['decimal commas and semicolons', '0,5; 1,25; -2,000\n1; 3; 4,5\n', [0.5, 1.25, -2]],
    ['commas between numbers', '0.5,1.25,-2\n1, 3, 4.5\n', [0.5, 1.25, -2]],
    [
      'comments, blanks and a mark of the byte order',
      '\ufeff# a scan\n2\n\n0.5 1.25 -2\n // one, more\n1 3 4.5\n#',
      [0.5, 1.25, -2],
    ],
    ['titles in another order', 'Id Z "Y" X[m]\n7 -2 1.25 0.5\n8 4.5 3 1\n', [0.5, 1.25, -2]],
  ])('is read with %s', async (_, text, first) => {
    const points = await read(openPts, text);
    expect([points.count, coordinatesOf(points, 0)]).toEqual([2, first]);
  });

  const NORMAL = '0.6 -0.8 0';
  it.each([
    ['colours of 0 to 1', '0.5 0.25 1', { color: [128, 64, 255], intensity: 0 }],
    ['normals', NORMAL, { color: [0, 0, 0], intensity: 0 }],
    ['intensity and normals', `-2048 ${NORMAL}`, { color: [0, 0, 0], intensity: 0 }],
    ['colours before intensity', '10 20 30 300', { color: [10, 20, 30], intensity: 37_568 }],
    ['colours and normals', `10 20 30 ${NORMAL}`, { color: [10, 20, 30], intensity: 0 }],
    ['normals and colours', `${NORMAL} 10 20 30`, { color: [10, 20, 30], intensity: 0 }],
    ['intensity, colours and normals', `-2048 10 20 30 ${NORMAL}`, { color: [10, 20, 30], intensity: 0 }],
  ])('is read with %s', async (_, behind, expected) => {
    const points = await read(openPts, `1 2 3 ${behind}\n1 2 4 ${behind}\n`);
    expect(fieldsOf(points, 1)).toMatchObject(expected);
    expect(points.facts.warnings).toEqual(behind.includes(NORMAL) ? ['The normals of the points are not read.'] : []);
  });

  it('has the columns that its titles name, and says which are not read', async () => {
    const points = await read(openPts, '1\n//X;Y;Z;Rf;Gf;Bf;Intensity;Nx\n1;2;3;0.5;0.25;1;0.5;9\n');
    expect(fieldsOf(points, 0)).toMatchObject({ color: [128, 64, 255], intensity: 32_768 });
    expect(points.facts.warnings).toEqual(['Fields of the points are not read: nx.']);
  });

  it.each([
    ['0,0000,1,0000,2,0000\n', 'line 1: has commas that may be between numbers or within them'],
    ['0.5 1.5 2.5\n1,5 2,5 3,5\n', 'line 2: has commas that may be between numbers or within them'],
    ['1,234.5 2,345.0 1.0\n', 'line 1: has commas that group digits'],
    ['1,5 2,5 3,5\n1.5 2 3\n', 'line 2: has “1.5” where a number is expected'],
    ['1 2 3 -5 3 7\n', 'has 6 numbers for each point, whose values do not show what they are'],
    ['1 2 3 10 20 30 5 5 5\n', 'has 9 numbers for each point'],
    ['X Y Z R\n1 2 3\n', 'the first line names 4 columns'],
  ])('is refused where it may be read in two ways: %j', async (text, reason) => {
    await expect(read(openPts, text)).rejects.toThrow(reason);
  });

  const FIELD = 'field/14-pts-variants/';
  it.runIf(hasSampleFile(FIELD)).each([
    ['a-named-columns-semicolons.pts', [128, 64, 255]],
    ['c-no-count-float-intensity.pts', [128, 64, 255]],
    ['e-float-colours.pts', [128, 64, 255]],
    ['g-decimal-commas.pts', [0, 0, 0]],
  ])('is read as it is meant: %s', async (name, color) => {
    const points = await readSource(openPts, sampleFile(FIELD + name));
    expect(points.count).toBe(60);
    expect(fieldsOf(points, 59).color).toEqual(color);
    expect(Math.max(...boundsOf(points).max)).toBeLessThan(2);
  });
});

const HEADER = '0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n100 200 300 1\n';

describe('PTX', () => {
  it('has several scans, with and without colours', async () => {
    const text = `1\n2\n${HEADER}1 1 1 0.5 10 20 30\n0 0 0 0.5 0 0 0\n2\n1\n${HEADER}2 2 2 1\n3 3 3 0\n`;
    const points = await read(openPtx, text);
    expect(points.count).toBe(3);
    expect(coordinatesOf(points, 1)).toEqual([102, 202, 302]);
    expect(fieldsOf(points, 0)).toMatchObject({ intensity: 32_768, color: [10, 20, 30] });
    expect(fieldsOf(points, 1)).toMatchObject({ intensity: 65_535, color: [0, 0, 0] });
  });

  it('takes decimal commas, comments and colours of 0 to 1', async () => {
    const points = await read(openPtx, `# made by hand\n1\n1\n${HEADER}1,5 1 1 0,5 0,5 0,25 1\n`);
    expect(coordinatesOf(points, 0)).toEqual([101.5, 201, 301]);
    expect(fieldsOf(points, 0)).toMatchObject({ intensity: 32_768, color: [128, 64, 255] });
  });

  it.each([
    [`1\n2\n${HEADER}1 1 1 0\n`, 'line 1: says that the scan has 2 cells, but 1 lines follow its header.'],
    [`1\n1\n${HEADER}1 1 1 0\n1 1 1 0\n1 1 1 0\n`, 'says that the scan has 1 cells, but 3 lines follow its header.'],
    [`100000\n100000\n${HEADER}`, 'says that the scan has 10000000000 cells, more than a file of'],
    [`1\n1\n${HEADER}0 0 0 0\n`, 'has no points.'],
    ['1 2 3 4\n', 'line 1: has 0 numbers, where the header of a scan has 1.'],
    [`1\n-1\n${HEADER}`, 'where a count of columns or rows is expected'],
    ['1\n1\n0 0 0\n1 0\n', 'line 4: has 2 numbers, where the header of a scan has 3.'],
  ])('that is bad is refused with the reason', async (text, reason) => {
    await expect(read(openPtx, text)).rejects.toThrow(reason);
  });
});

describe('damaged text', () => {
  it.each([
    ['PTS', openPts, '3\n1 2 3 0.5 1 2 3\n4 5 6 0.25 1 2 3\n7 8 9 1 1 2 3\n'],
    ['PTX', openPtx, `1\n2\n${HEADER}1 1 1 0.5 10 20 30\n2 2 2 0.5 0 0 0\n`],
  ])('gives points or a refusal: %s', async (_, open, text) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = Buffer.from(text);
        bytes[at] = byte;
        const found = await read(open, isCut ? bytes.subarray(0, at) : bytes).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(ImportRefusedError);
      }),
      { numRuns: 150 },
    );
  });
});
