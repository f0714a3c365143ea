import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { coordinatesOf, fieldsOf, readSource } from '../../testing/read-source.ts';
import { hasSampleFile, sampleFile } from '../../../testing/sample-data.ts';
import { openPointSource } from '../../open-source.ts';
import { openPly } from './open-ply.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-ply-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(...parts: (string | Buffer)[]) {
  const file = path.join(folder, 'cloud.ply');
  await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return readSource(openPly, file, { name: 'cloud.ply' });
}

const headerOf = (format: string, ...lines: string[]): string =>
  ['ply', `format ${format} 1.0`, ...lines, 'end_header', ''].join('\n');

const VERTEX = [
  'element vertex 2',
  'property double x',
  'property double y',
  'property float z',
  'property uchar red',
  'property uchar green',
  'property uchar blue',
  'property ushort intensity',
  'property uchar scalar_Classification',
  'property short nx',
];

function vertices(isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(2 * 28);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const [i, [x, y, z]] of [
    [1000.25, -2000.5, 3.5],
    [1001.0001, -2001, -4],
  ].entries()) {
    const at = i * 28;
    view.setFloat64(at, x!, isLittle);
    view.setFloat64(at + 8, y!, isLittle);
    view.setFloat32(at + 16, z!, isLittle);
    bytes.set([10 + i, 20, 255], at + 20);
    view.setUint16(at + 23, 40_000 + i, isLittle);
    bytes[at + 25] = 6;
    view.setInt16(at + 26, -1, isLittle);
  }
  return bytes;
}

describe('PLY', () => {
  const text = '1000.25 -2000.5 3.5 10 20 255 40000 6 -1\n1001.0001 -2001 -4 11 20 255 40001 6 -1\n';
  it.each([
    ['ascii', text],
    ['binary_little_endian', vertices(true)],
    ['binary_big_endian', vertices(false)],
  ])('has the same points as %s', async (format, body) => {
    const points = await read(headerOf(format, 'comment made by hand', ...VERTEX), body);
    expect(points.facts).toMatchObject({ format: 'ply', points: 2, crs: null });
    expect(points.facts.warnings).toEqual(['Fields of the points are not read: nx.']);
    expect(points.count).toBe(2);
    const [x, y, z] = coordinatesOf(points, 1);
    expect([x!.toFixed(4), y!.toFixed(4), z!.toFixed(4)]).toEqual(['1001.0001', '-2001.0000', '-4.0000']);
    expect(fieldsOf(points, 1)).toMatchObject({ intensity: 40_001, classification: 6, color: [11, 20, 255] });
  });

  it('has no class where a label is not one of LAS', async () => {
    const vertex = ['element vertex 3', ...['x', 'y', 'z', 'label'].map((name) => `property float ${name}`)];
    const points = await read(headerOf('ascii', ...vertex), '0 0 0 255\n0 0 0 300\n0 0 0 -1\n');
    expect([0, 1, 2].map((i) => fieldsOf(points, i).classification)).toEqual([255, 0, 0]);
  });

  it('is read behind elements with lists', async () => {
    const header = ['element face 2', 'property uchar id', 'property list uchar int vertex_indices', ...VERTEX];
    const faces = Buffer.from([9, 3, ...Array<number>(12).fill(1), 9, 1, 0, 0, 0, 0]);
    const points = await read(headerOf('binary_little_endian', ...header), faces, vertices(true));
    expect(fieldsOf(points, 0).color).toEqual([10, 20, 255]);
    expect(points.facts.warnings).toContain('Elements “face” are not read: 2.');
    expect((await read(headerOf('ascii', ...header), '9 3 0 1 2\n9 1 0\n', text)).count).toBe(2);
  });

  it('takes colours and intensities of 0 to 1', async () => {
    const lines = [
      'element vertex 2',
      ...['x', 'y', 'z', 'r', 'g', 'b', 'intensity'].map((n) => `property float ${n}`),
    ];
    const points = await read(headerOf('ascii', ...lines), '1 2 3 0 0.5 1 0.5\n1 2 3 0 0 0 1\n');
    expect(fieldsOf(points, 0)).toMatchObject({ color: [0, 128, 255], intensity: 32_768 });
  });

  it.each([
    ['ascii', '1 2 3 2 9 9 10 20 30\n4 5 6 0 40 50 60\n'],
    ['binary_little_endian', Buffer.from([1, 2, 3, 2, 9, 0, 9, 0, 10, 20, 30, 4, 5, 6, 0, 40, 50, 60])],
  ])('is read around lists in its vertices: %s', async (format, body) => {
    const names = ['x', 'y', 'z'].map((name) => `property uchar ${name}`);
    const lists = ['property list uchar short view', ...['red', 'green', 'blue'].map((n) => `property uchar ${n}`)];
    const points = await read(headerOf(format, 'element vertex 2', ...names, ...lists), body);
    expect([0, 1].map((i) => [coordinatesOf(points, i), fieldsOf(points, i).color])).toEqual([
      [
        [1, 2, 3],
        [10, 20, 30],
      ],
      [
        [4, 5, 6],
        [40, 50, 60],
      ],
    ]);
    expect(points.facts.warnings).toEqual(['Fields of the points are not read: view.']);
  });

  it('is refused where a list goes beyond its end', async () => {
    const vertex = ['element vertex 2', ...['x', 'y', 'z'].map((name) => `property uchar ${name}`)];
    const header = headerOf('binary_little_endian', ...vertex, 'property list uint uchar view');
    const body = Buffer.from([1, 2, 3, 0, 0, 0, 0, 4, 5, 6, 9, 0, 0, 0]);
    await expect(read(header, body)).rejects.toThrow('point 1: is the last one of 2: the file ends here.');
  });

  it.runIf(hasSampleFile('field/15-ply-variants')).each([
    ['a-list-in-vertex-binary.ply', 60],
    ['c-nan-rows.ply', 54],
    ['i-magic-with-blank.ply', 60],
  ])('is read as other programs write it: %s', async (name, count) => {
    expect((await readSource(openPointSource, sampleFile(`field/15-ply-variants/${name}`), { name })).count).toBe(
      count,
    );
  });

  it('skips points that are not numbers', async () => {
    const lines = ['element vertex 2', 'property float x', 'property float y', 'property float z'];
    expect((await read(headerOf('ascii', ...lines), 'nan nan nan\n1 2 3\n')).count).toBe(1);
  });

  const XYZ = ['property float x', 'property float y', 'property float z'];
  it.each([
    [
      headerOf('binary_little_endian', 'element vertex 9000000000', ...XYZ),
      'says that it has 9000000000 points, but its',
    ],
    [headerOf('ascii', 'element vertex 3', ...XYZ), 'says that it has 3 points, but its'],
    [
      `${headerOf('ascii', 'element vertex 3', ...XYZ)}1.0 2.0 3.0\n4.0 5.0 6.0\n`,
      'says that it has 3 points, but there are 2.',
    ],
    [headerOf('ascii', 'element vertex 0', ...XYZ), 'has no points.'],
    [headerOf('ascii', 'element vertex 1', 'property float x'), 'has vertices without x, y and z.'],
    [headerOf('ascii', 'element face 1', ...XYZ), 'has no element “vertex”.'],
    [
      `${headerOf('ascii', 'element vertex 1', ...XYZ, 'property list uchar int n')}1 2 3 2 9\n`,
      'has 5 numbers, but a point has 6.',
    ],
    [headerOf('ascii', 'element vertex -1'), 'line 3: is no element with a name and a count.'],
    [headerOf('ascii', 'property float x'), 'line 3: has a property before the first element.'],
    [headerOf('ascii', 'element vertex 1', 'property constructor x'), 'line 4: is no property'],
    [headerOf('ascii', 'nonsense'), 'line 3: begins with “nonsense”'],
    [headerOf('morse'), 'has the unknown format “morse 1.0”'],
    ['ply\nformat ascii 1.0\n', 'has no header of PLY'],
    [
      headerOf(
        'binary_little_endian',
        'element face 900000000',
        'property list uint int i',
        'element vertex 1',
        ...XYZ,
      ),
      'beyond its end',
    ],
    [headerOf('ascii', ...Array.from({ length: 33 }, () => 'element a 1')), 'is one element more than 32'],
    [
      headerOf('ascii', 'element vertex 1', ...Array.from({ length: 65 }, () => XYZ[0]!)),
      'is one property more than 64',
    ],
  ])('that is bad is refused with the reason', async (content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  it('that is damaged gives points or a refusal', async () => {
    const good = Buffer.concat([
      Buffer.from(headerOf('binary_little_endian', 'element face 1', 'property list uchar int i', ...VERTEX)),
      Buffer.from([1, 0, 0, 0, 0]),
      vertices(true),
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        const found = await read(isCut ? bytes.subarray(0, at) : bytes).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(ImportRefusedError);
      }),
      { numRuns: 200 },
    );
  });
});
