import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDENTITY } from '@overlook/shared/maths';
import { aTree, SMALL_PLANT } from '../testing/made-tree.ts';
import { checkTreeInProcess, type TreeProgress } from './tree-process.ts';

const MIB = 1024 * 1024;
const HEAD = aTree([]).toString();
const SOURCE = { name: 'Maintenance', url: 'https://maintenance.example/{tag}' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-tree-process-'));
  await writeFile(path.join(folder, 'tree.jsonl'), aTree(SMALL_PLANT, [SOURCE]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file of texts, where a count and a character mean a long run of that character. */
async function made(name: string, parts: readonly (string | [sign: string, mebibytes: number])[]): Promise<string> {
  const target = path.join(folder, name);
  const file = await open(target, 'w');
  for (const part of parts)
    if (typeof part === 'string') await file.write(part);
    else {
      const run = Buffer.alloc(MIB, part[0]);
      for (let i = 0; i < part[1]; i++) await file.write(run);
    }
  await file.close();
  return target;
}

let targets = 0;
const check = (
  { tree = path.join(folder, 'tree.jsonl'), files = [] as string[] },
  options: { memoryMb?: number; signal?: AbortSignal; onProgress?: (progress: TreeProgress) => void } = {},
) => {
  const properties = files.length > 0 ? { files, target: path.join(folder, `${targets++}.more.jsonl`) } : null;
  return checkTreeInProcess({ file: tree, toEcef: IDENTITY, properties }, { memoryMb: 1536, ...options });
};

describe('a tree that is checked in a limited process', () => {
  it('is returned with its shape and the data of property files', async () => {
    const csv = await made('weights.csv', ['name,Weight\nPump,12\nNone,1\n']);
    const seen: TreeProgress[] = [];
    const { shape, more } = await check({ files: [csv] }, { onProgress: (progress) => seen.push(progress) });
    expect(shape.count).toBe(7);
    expect(shape.feature).toEqual(Int32Array.from([-1, -1, 7, 8, 9, -1, 20]));
    expect(shape.boxes).toBeInstanceOf(Float64Array);
    expect(more!.report).toEqual({ objects: 2, missing: 1, examples: ['None'] });
    expect(seen.slice(0, 2)).toEqual([
      { file: 'weights.csv', done: 0 },
      { file: 'tree.jsonl', done: 0 },
    ]);
  });

  type Parts = Parameters<typeof made>[1];
  it.each<[string, Parts, string]>([
    [
      'a line of 200 MB',
      [HEAD, ['a', 200]],
      'tree.jsonl, line 2: is longer than 16777216 bytes; an item takes one line.',
    ],
    [
      'lists nested 10 million deep',
      [HEAD, '{"id":1,"name":"A","properties":{"Tab":{"Value":', ['[', 10]],
      'tree.jsonl, line 2: nests more than 16 lists and objects in each other.',
    ],
    [
      'a path of 80,000 characters',
      aTree([
        { id: 1, name: 'a'.repeat(40_000) },
        { id: 2, parent: 1, name: 'b'.repeat(40_000) },
      ])
        .toString()
        .split(/(?<=\n)/),
      `tree.jsonl, line 3, item “${'b'.repeat(60)}…”: has a path of more than 65536 characters.`,
    ],
  ])('is refused for %s', async (_what, parts, message) => {
    await refusedAtNoCost(async () => check({ tree: await made('hostile.jsonl', parts) }), message);
  });

  it.each<[string, string, Parts, string]>([
    [
      'one cell of 100 MB',
      'a.csv',
      ['name,Weight\nPump,', ['1', 100], '\n'],
      'a.csv, line 2, “Pump”: has more than 4194304 characters of properties.',
    ],
    [
      'one quoted cell of 100 MB of quotation marks',
      'a.csv',
      ['name,Weight\nPump,"', ['"', 100], '"\n'],
      'a.csv, line 2: has a cell of more than 8388608 characters.',
    ],
    [
      'one name of 100 MB',
      'a.csv',
      ['name,Weight\n', ['n', 100], ',1\n'],
      `a.csv, line 2, “${'n'.repeat(60)}…”: is a name of more than 65536 characters.`,
    ],
    [
      'lists nested 10 million deep',
      'a.json',
      ['[{"name":"Pump","properties":{"Tab":{"Value":', ['[', 10]],
      'a.json: nests more than 16 lists and objects in each other.',
    ],
    [
      'an attribute of 100 MB',
      'a.att',
      [
        'CADC_Attributes_File v1.0 , start: NEW , end: END , name_end: := , sep: &end&\nNEW Pump\nNote:= ',
        ['n', 100],
        '\nEND\n',
      ],
      'a.att, line 3: is longer than 16777216 bytes; an item takes one line.',
    ],
  ])('is refused for a property file with %s', async (_what, name, parts, message) => {
    await refusedAtNoCost(async () => check({ files: [await made(name, parts)] }), message);
  });

  it('is refused for the file that needs more memory than there may be', async () => {
    const small = await made('small.csv', ['name,Weight\nPump,1\n']);
    const large = await made('large.json', ['[', `${'{"name":"Pump"},'.repeat(3_000_000)}{"name":"Pump"}]`]);
    await expect(check({ files: [small, large] }, { memoryMb: 300 })).rejects.toMatchObject({
      name: 'ImportRefusedError',
      message:
        'large.json: needs more than 300 MB of memory to be checked, or broke its reader. Divide it, or raise CONVERT_MEMORY_MB.',
    });
  });

  it('is abandoned when the import was cancelled', async () => {
    await expect(check({}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});

/** Expects that a check is refused, and that this process needs hardly more memory than before. */
async function refusedAtNoCost(run: () => Promise<unknown>, message: string): Promise<void> {
  const peakBefore = process.resourceUsage().maxRSS;
  await expect(run()).rejects.toMatchObject({ name: 'ImportRefusedError', message });
  expect((process.resourceUsage().maxRSS - peakBefore) / 1024).toBeLessThan(64);
}
