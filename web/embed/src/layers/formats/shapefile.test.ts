import { type MadeFile, madeZip } from '@overlook/engine/testing/made-zip';
import { describe, expect, it } from 'vitest';
import type { FeatureContent } from './file-content.ts';
import { kindOf } from './format-kinds.ts';
import { FORMATS } from './own-formats.ts';
import { parseFile } from './parse-file.ts';
import { areasOfRings } from './shp-rings.ts';
import { shapesOf } from './shp-shapes.ts';

const UTF8 = new TextEncoder();
const ORIGIN = { longitude: 0, latitude: 0, height: 0 };

/** A record: numbers of 4 bytes, then of 8 bytes, little-endian. */
const record = (ints: readonly number[], ...parts: (readonly number[])[]): Uint8Array => {
  const [first = [], more = [], last = []] = parts;
  return new Uint8Array([
    ...new Uint8Array(Int32Array.from(ints.slice(0, 1)).buffer),
    ...new Uint8Array(Float64Array.from(first).buffer),
    ...new Uint8Array(Int32Array.from(ints.slice(1)).buffer),
    ...new Uint8Array(Float64Array.from([...more, ...last]).buffer),
  ]);
};

function shapeFile(records: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(100);
  new DataView(head.buffer).setInt32(0, 9994);
  const all = records.flatMap((content, i) => {
    const start = new DataView(new ArrayBuffer(8));
    start.setInt32(0, i + 1);
    start.setInt32(4, content.length / 2);
    return [...new Uint8Array(start.buffer), ...content];
  });
  return new Uint8Array([...head, ...all]);
}

const NULL = record([0]);
const POINT = record([1], [1e-4, 2e-4]);
const BOX = [0, 0, 1, 1];

/** dBASE rows of one column of ten bytes; a row that begins with "*" is deleted. */
function table(rows: readonly (string | Uint8Array)[], type = 'C', driver = 0): Uint8Array {
  const head = new Uint8Array(65);
  const view = new DataView(head.buffer);
  head[0] = 3;
  head[29] = driver;
  view.setUint32(4, rows.length, true);
  view.setUint16(8, 65, true);
  view.setUint16(10, 11, true);
  head.set(UTF8.encode('NAME'), 32);
  head[43] = type.charCodeAt(0);
  head[48] = 10;
  head[64] = 13;
  const bytes = rows.flatMap((row) => {
    const text = typeof row === 'string' ? UTF8.encode(row) : row;
    return [...text, ...Array.from({ length: 11 - text.length }, () => 32)];
  });
  return new Uint8Array([...head, ...bytes]);
}

const readArchive = (files: readonly MadeFile[]) =>
  parseFile(kindOf(FORMATS, 'a.zip')!, {
    name: 'a.zip',
    file: new Blob([madeZip(files)]),
    origin: ORIGIN,
    crs: null,
  }) as Promise<FeatureContent>;
const read = (shp: Uint8Array, dbf: Uint8Array, cpg?: string) =>
  readArchive([
    { name: 'a.shp', bytes: shp, method: 8 },
    { name: 'a.dbf', bytes: dbf, method: 8 },
    ...(cpg === undefined ? [] : [{ name: 'a.cpg', bytes: cpg }]),
  ]);
const names = async (...given: Parameters<typeof read>) =>
  (await read(...given)).features.map(({ properties }) => properties['NAME']);

describe('the records of a Shapefile', () => {
  it('belong to the rows with their index; null shapes, deleted rows and unknown types do not affect the others', async () => {
    const shp = shapeFile([POINT, NULL, POINT, record([31]), POINT]);
    const found = await read(shp, table([' A', ' B', '*C', ' D', ' E']));
    expect(found.features.map(({ properties }) => properties['NAME'])).toEqual(['A', 'E']);
    expect(found.leftOutCount).toBe(2);
    expect(found.notes).toEqual([
      'Shape 4 is left out: Its shape is a MultiPatch, which is not supported.',
      'Feature 2 (B) is left out: It has no place.',
    ]);
  });

  it('are read up to the end of a file that ends too early', async () => {
    const whole = shapeFile([POINT, POINT]);
    const found = await read(whole.subarray(0, -4), table([' A', ' B']));
    expect([found.features.length, found.notes]).toEqual([1, ['Shape 2 is left out: The file ends in its record.']]);
  });

  it('have parts, rings and heights', () => {
    const line = record([3, 2, 4, 0, 2], BOX, [0, 0, 1, 1, 5, 5, 6, 6]);
    const pointZ = record([11], [1, 2, 3, 0]);
    const points = record([8, 2], BOX, [1, 2, 3, 4]);
    expect([...shapesOf(shapeFile([line, pointZ, points, record([5, 9, 9], BOX)]))]).toEqual([
      { geometry: { type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]], [[5, 5], [6, 6]]] } }, // prettier-ignore
      { geometry: { type: 'Point', coordinates: [1, 2, 3] } },
      { geometry: { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] } }, // prettier-ignore
      { problem: 'Its record is damaged.' },
    ]);
  });

  it('put holes into the smallest ring around them', () => {
    const square = (at: number, size: number, isClockwise: boolean) => {
      const ring = [[at, at], [at, at + size], [at + size, at + size], [at + size, at], [at, at]]; // prettier-ignore
      return isClockwise ? ring : ring.toReversed();
    };
    const [large, inner, hole, apart] = [square(0, 10, true), square(2, 4, true), square(3, 1, false), square(20, 1, false)]; // prettier-ignore
    expect(areasOfRings([hole, large, inner, apart])).toEqual([[large], [inner, hole], [apart]]);
    expect(areasOfRings([hole, apart])).toEqual([[hole], [apart]]);
  });
});

describe('the texts of a Shapefile', () => {
  const UMLAUT = { latin: Uint8Array.of(32, 0xfc), utf8: Uint8Array.of(32, 0xc3, 0xbc), dos: Uint8Array.of(32, 0x8f) };

  it.each(['1252', 'ANSI 1252', 'CP1252', 'windows-1252', 'ISO 8859-1', 'ISO88591', '88591', 'latin1', 'LDID/87'])(
    'are decoded by a .cpg file "%s"',
    async (cpg) => expect(await names(shapeFile([POINT]), table([UMLAUT.latin]), cpg)).toEqual(['ü']),
  );

  it.each(['UTF-8', 'utf8', '65001', 'UTF 8', ' UTF-8\r\n'])('are UTF-8 with "%s"', async (cpg) =>
    expect(await names(shapeFile([POINT]), table([UMLAUT.utf8]), cpg)).toEqual(['ü']),
  );

  it('are UTF-8 where all bytes are, otherwise of the code page of the table', async () => {
    expect(await names(shapeFile([POINT]), table([UMLAUT.utf8]))).toEqual(['ü']);
    expect(await names(shapeFile([POINT]), table([UMLAUT.latin]))).toEqual(['ü']);
    expect(await names(shapeFile([POINT]), table([UMLAUT.dos], 'C', 0x65))).toEqual(['П']);
  });

  it('of an unknown encoding are read with a warning', async () => {
    const { notes } = await read(shapeFile([POINT]), table([' A']), 'EBCDIC-7');
    expect(notes).toEqual(['Its encoding “EBCDIC-7” is not known. Its texts are read as utf-8.']);
  });

  it('end at a NUL; numbers keep their digits', async () => {
    const shp = shapeFile([POINT, POINT, POINT]);
    expect(await names(shp, table([' A\0\0xyz', ' \0', ' B']))).toEqual(['A', null, 'B']);
    expect(await names(shp, table([' 12.5', ' **********', ' 7'], 'N'))).toEqual([12.5, null, 7]);
    expect(await names(shapeFile([POINT]), table([' 20240501'], 'D'))).toEqual(['2024-05-01']);
  });
});
