import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { slicedOutput } from './checked-output.ts';
import { linesInPieces } from './heavy-work.ts';
import { jsonPieces, longListOf } from './json-pieces.ts';

const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: `"${id}"`, more: 1 }));
const answer = { siteId: 3, unset: undefined, rows, last: null };

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('an answer in pieces', () => {
  it('is the same JSON', async () => {
    expect(longListOf(answer)).toBe('rows');
    expect(JSON.parse(await joined(jsonPieces(answer, 'rows')))).toEqual(JSON.parse(JSON.stringify(answer)));
  });

  it('is the lines of a file, joined', async () => {
    const lines = rows.map(({ name }) => `${name},ü\r\n`.repeat(100));
    const pieces: string[] = [];
    for await (const piece of linesInPieces(lines)) pieces.push(piece);
    expect(pieces.join('')).toBe(lines.join(''));
    expect(pieces.length).toBeGreaterThan(2);
  });

  it('is not made of short answers and other values', () => {
    for (const short of [null, 'text', 7, { rows: rows.slice(0, 100) }, { name: 'x' }])
      expect(longListOf(short)).toBe(null);
  });
});

describe('an output that is checked row by row', () => {
  const row = z.object({ id: z.number(), name: z.string() });
  const schema = z.object({ siteId: z.number(), rows: z.array(row) });

  it('is checked as the schema checks it, and described as it', async () => {
    expect(await slicedOutput(schema).parseAsync(answer)).toEqual(schema.parse(answer));
    await expect(slicedOutput(schema).parseAsync({ siteId: 3, rows: [{ id: 'x' }] })).rejects.toThrow(z.ZodError);
    await expect(slicedOutput(schema).parseAsync({ rows: [] })).rejects.toThrow(z.ZodError);
    expect(z.toJSONSchema(slicedOutput(schema))).toEqual(z.toJSONSchema(schema));
  });

  it('lets others run between the rows', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const slow = z.object({ rows: z.array(z.unknown().refine(() => isPrime(1_000_003) && isPrime(15_485_863))) });
    await slicedOutput(slow).parseAsync({ rows });
    isOver = true;
    await nextTurn();
    expect(turns).toBeGreaterThan(2);
  });
});

/** Slow on purpose. */
function isPrime(value: number): boolean {
  for (let divisor = 2; divisor < value / 40; divisor++) if (value % divisor === 0) return false;
  return true;
}
