import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '@overlook/shared/format';
import { parseCsv } from './parse-csv.ts';
import { joinPropertyFiles, readPropertyFile } from './property-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-properties-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Uint8Array) {
  await writeFile(path.join(folder, name), content);
  return readPropertyFile(path.join(folder, name));
}

describe('a file of properties', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['a.csv', 'id,Item/Weight\n1,2', 'a.csv, line 1: must begin with a column “path”, “guid” or “name”.'],
    ['a.csv', '', 'a.csv, line 1: must begin with a column “path”, “guid” or “name”.'],
    ['a.csv', 'name,Weight\nA,1,2', 'a.csv, line 2: has 3 cells; the heading has 2.'],
    ['a.csv', 'name,Weight\n\n,1', 'a.csv, line 3: has no name.'],
    ['a.csv', 'name,Weight\nA,"1\nB,2', 'a.csv, line 2: has a quotation mark that is not closed, or text after one.'],
    ['a.csv', 'name,Weight\nA,"1"2', 'a.csv, line 2: has a quotation mark that is not closed, or text after one.'],
    ['a.json', Buffer.from([0x6e, 0xff]), 'a.json: is no text in UTF-8.'],
    ['a.json', '[{]', 'a.json: is not JSON.'],
    ['a.json', '{"name":"A"}', 'a.json: is no list of objects with properties.'],
    ['a.json', '[{"properties":{}}]', 'a.json, entry 1: must name its object by path, guid or name.'],
    [
      'a.json',
      '[{"name":"A","guid":"B","properties":{}}]',
      'a.json, entry 1: must name its object by path, guid or name.',
    ],
    [
      'a.json',
      '[{"name":"A","properties":{"T":{"p":[1]}}}]',
      'a.json, entry 1, properties, T, p: must be a text, a number, true, false or null.',
    ],
  ])('%s of %j is refused', async (name, content, sentence) => {
    await expect(read(name, content)).rejects.toMatchObject({ message: sentence });
  });

  it('that does not exist, or is a folder, is refused', async () => {
    await expect(readPropertyFile(path.join(folder, 'none.csv'))).rejects.toThrow('none.csv: does not exist.');
    await expect(readPropertyFile(folder)).rejects.toThrow('is not a file.');
  });

  it('merges several lines about one object', async () => {
    const file = await read('a.csv', 'guid,A/x,A/y\ng,1,\ng,,2\n');
    expect(file.of({ path: 'p', guid: 'g', name: 'n' })).toEqual({
      properties: { A: { x: '1', y: '2' } },
      tags: [],
    });
    expect(file.of({ path: 'p', guid: null, name: 'g' })).toBeNull();
  });

  it.each([
    ['Windows-1252 with semicolons', Buffer.from('name;A/Maß\nK\xfchler;1,5\n', 'latin1')],
    ['UTF-16 with tabulators', Buffer.from('\uFEFFname\tA/Maß\nKühler\t1,5\n', 'utf16le')],
    ['UTF-8 with a line that names the separator', Buffer.from('sep=|\nname|A/Maß\nKühler|1,5\n')],
  ])('of a spreadsheet is read: %s', async (_, bytes) => {
    const file = await read('a.csv', bytes);
    expect(file.of({ path: 'p', guid: null, name: 'Kühler' })?.properties).toEqual({ A: { Maß: '1,5' } });
  });

  it('brings tags in a column of a CSV and in a field of JSON', async () => {
    const csv = await read('a.csv', 'name,Tags,A/x\nn,P-101; P-102 ;,1\nn,P-102;P-103,\n');
    const names = { path: 'p', guid: null, name: 'n' };
    expect(csv.of(names)).toEqual({ properties: { A: { x: '1' } }, tags: ['P-101', 'P-102', 'P-103'] });
    const json = await read('a.json', '[{"name":"n","tags":["P-101"]}]');
    expect(json.of(names)).toEqual({ properties: {}, tags: ['P-101'] });
    await expect(read('a.json', '[{"name":"n","tags":[""]}]')).rejects.toThrow('a.json, entry 1, tags, 0: ');
  });

  it('of several overrides the earlier ones, for any kind of name', async () => {
    const first = await read('a.csv', 'path,A/x,A/y\np,1,2\ngone,1,\n');
    const second = await read('b.json', '[{"name":"n","tags":["T"],"properties":{"A":{"x":3},"B":{"z":4}}}]');
    const joined = joinPropertyFiles([first, second]);
    expect(joined.of({ path: 'p', guid: null, name: 'n' })).toEqual({
      properties: { A: { x: '3', y: '2' }, B: { z: '4' } },
      tags: ['T'],
    });
    expect(joined.of({ path: 'q', guid: null, name: 'm' })).toBeNull();
    expect(joined.report()).toEqual({ objects: 3, missing: 1, examples: ['gone'] });
  });

  it('is read as Overlook itself writes CSV', () => {
    const rows = [
      ['a "b"', 'x,y;z'],
      ['two\r\nlines', ''],
    ];
    expect(parseCsv(csvText(['name', 'B'], rows).slice(1)).map(({ cells }) => cells)).toEqual([['name', 'B'], ...rows]);
  });

  it('may have a very long cell', () => {
    const long = 'x""'.repeat(1_000_000);
    expect(parseCsv(`name,"${long}"`)[0]!.cells[1]!.length).toBe(2_000_000);
  });
});
