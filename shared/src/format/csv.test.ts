import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

const line = (...cells: string[]) => csvText(['x'], [cells]).split('\r\n').slice(1).join('\r\n').replace(/\r\n$/, '');

/** A reader of RFC 4180 that shares no code with the writer. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 1; i < text.length; i++) {
    const c = text[i]!;
    if (isQuoted && c === '"' && text[i + 1] === '"') cell += text[i++];
    else if (c === '"') isQuoted = !isQuoted;
    else if (!isQuoted && c === ',') {
      rows.at(-1)!.push(cell);
      cell = '';
    } else if (!isQuoted && c === '\r' && text[i + 1] === '\n') {
      rows.at(-1)!.push(cell);
      cell = '';
      rows.push([]);
      i++;
    } else cell += c;
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('quotes what needs it and begins with a byte order mark', () => {
    expect(csvText(['a', 'b'], [['x, "y"', 'z']])).toBe('\u{FEFF}a,b\r\n"x, ""y""",z\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '  =1'])('disarms %j', (text) => {
    expect(line(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('writes numbers as they are, and an empty cell for null and NaN', () => {
    expect(csvText(['a', 'b', 'c'], [[-1.5, null, Number.NaN]])).toBe('\u{FEFF}a,b,c\r\n-1.5,,\r\n');
  });

  it('gives back what was put in, formulas with their apostrophe', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', ' ', 'é', '漢') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const back = read(csvText(['a', 'b'], rows)).slice(1);
        expect(back.map((row) => row.map((text) => text.replace(/^'(?=[\r\n]|\s*=)/, '')))).toEqual(rows);
      }),
    );
  });
});
