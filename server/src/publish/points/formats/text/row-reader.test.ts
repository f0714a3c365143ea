import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RowReader } from './row-reader.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-rows-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function rowsOf(text: string): Promise<number[][]> {
  const file = path.join(folder, 'rows.txt');
  await writeFile(file, text);
  const fd = openSync(file, 'r');
  try {
    const reader = new RowReader(fd, 'rows.txt');
    const rows: number[][] = [];
    for (let columns = reader.next(); columns > 0; columns = reader.next())
      rows.push([...reader.values.subarray(0, columns)]);
    expect(reader.next()).toBe(0);
    return rows;
  } finally {
    closeSync(fd);
  }
}

describe('rows of numbers', () => {
  it('are read as JavaScript reads each number', async () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer().map(String),
      fc
        .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 0, max: 12 }))
        .map(([n, d]) => (n / 7).toFixed(d)),
      fc.constantFrom('-0', '+1.5', '.5', '5.', '1e5', '-2.5E-3', '000123.4500', '123456789012345678'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(number, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n', '\r\n', ' \n', '\n\n'),
        async (rows, end) => {
          const read = await rowsOf(rows.map((row) => row.join(' ')).join(end));
          expect(read).toEqual(rows.map((row) => row.map(Number)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('continue over the borders of read blocks', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => [i, -1 - i / 8, 1234.5678]);
    expect(await rowsOf(rows.map((row) => row.join('\t')).join('\n'))).toEqual(rows);
  });

  it('are absent in an empty file', async () => {
    expect(await rowsOf('')).toEqual([]);
    expect(await rowsOf('\n \r\n')).toEqual([]);
  });

  it('may be no numbers', async () => {
    expect(await rowsOf('nan -inf 1')).toEqual([[Number.NaN, Number.NaN, 1]]);
  });

  it('are refused with the line and the text', async () => {
    await expect(rowsOf('1 2 3\n\n1 2,x3\n')).rejects.toThrow('rows.txt, line 3: has “x3” where a number is expected.');
    await expect(rowsOf('1-2')).rejects.toThrow('line 1: has “1-2”');
    await expect(rowsOf('--1')).rejects.toThrow('line 1');
    await expect(rowsOf('\0\0\0')).rejects.toThrow('line 1: has “???”');
    await expect(rowsOf(`${'1 '.repeat(65)}`)).rejects.toThrow('has more than 64 numbers');
  });

  it('are refused where a line or a number does not end', async () => {
    await expect(rowsOf(' '.repeat(3 * 1024 * 1024))).rejects.toThrow('longer than');
    await expect(rowsOf('1'.repeat(3 * 1024 * 1024))).rejects.toThrow(/longer than|number is expected/);
  });
});
