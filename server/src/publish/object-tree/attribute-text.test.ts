import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { type AttributeItem, readAttributeText } from './attribute-text.ts';
import { readPropertyFile } from './property-file.ts';

const FIRST_LINE = 'CADC_Attributes_File v1.0 , start: NEW , end: END , name_end: := , sep: &end&';
const TEXT = 'cad/huldra/WD1-PSUP.txt';
const MODEL = 'cad/huldra/huldra-wd1-psup.glb';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-attributes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(lines: readonly string[], ending = '\n'): Promise<string> {
  const file = path.join(folder, 'a.txt');
  await writeFile(file, lines.join(ending));
  return file;
}
async function itemsOf(file: string): Promise<AttributeItem[]> {
  const items: AttributeItem[] = [];
  for await (const item of readAttributeText(file)) items.push(item);
  return items;
}

describe('an AVEVA attribute text', () => {
  it('has objects in objects, values with and without quotation marks, and several on a line', async () => {
    const lines = [
      `\uFEFF${FIRST_LINE}`,
      'NEW Header Information',
      '  Source:= PDMS',
      'END',
      'NEW /A/B',
      "  Tag:= 'it's' &end& Number:= 437 &end& Empty:= ''",
      '  NEW BOX 1 of /A/B',
      "    Derived length (mm):= 390 := 'x'",
      '  END',
      "  Type:= 'ZONE'",
      'END',
    ];
    const items = [
      { name: 'BOX 1 of /A/B', line: 7, attributes: { 'Derived length (mm)': "390 := 'x'" } },
      { name: '/A/B', line: 5, attributes: { Tag: "it's", Number: '437', Empty: '', Type: 'ZONE' } },
    ];
    expect(await itemsOf(await written(lines))).toEqual(items);
    expect(await itemsOf(await written(lines, '\r\n'))).toEqual(items);
  });

  it('is written in the signs that its first line names', async () => {
    const first = 'CADC_Attributes_File v1.2, start: BEGIN, end: STOP, name_end: =, sep: |';
    const file = await written([first, 'BEGIN /A', 'NEW = 1 | END = 2', 'STOP']);
    expect(await itemsOf(file)).toEqual([{ name: '/A', line: 2, attributes: { NEW: '1', END: '2' } }]);
  });

  it.each<[string[], string]>([
    [
      ['CADC_Attributes_File v1.0'],
      'line 1: does not say start, end, name_end and sep, as in “CADC_Attributes_File v1.0 , start: NEW , …”.',
    ],
    [[FIRST_LINE.replace('v1.0', 'v2.0')], 'line 1: is of version 2; only version 1 can be read.'],
    [[FIRST_LINE, 'NEW /A', 'NEW /B', 'END'], 'line 4: is the last, but “/A” of line 2 has no END.'],
    [[FIRST_LINE, 'NEW /A', 'END', 'END'], 'line 4: has an END that nothing was begun for.'],
    [[FIRST_LINE, 'Type:= 1'], 'line 2: is outside of every object; NEW begins one.'],
    [[FIRST_LINE, 'NEW', 'END'], 'line 2: has no name after NEW.'],
    [
      [FIRST_LINE, '', 'NEW /A', 'Type = 1', 'END'],
      'line 4, “/A”: has “Type = 1”, which is no attribute: a name, := and a value.',
    ],
  ])('%j is refused', async (lines, sentence) => {
    await expect(readPropertyFile(await written(lines))).rejects.toThrow(`a.txt, ${sentence}`);
  });
});

describe.skipIf(!hasSampleFile(TEXT))('WD1-PSUP.txt', () => {
  it('has the attributes of all objects of the model, by their names', async () => {
    const items = new Map((await itemsOf(sampleFile(TEXT))).map((item) => [item.name, item.attributes]));
    expect(items.size).toBe(8149);
    // The header has the other six of the 64,989.
    const values = [...items.values()].reduce((sum, attributes) => sum + Object.keys(attributes).length, 0);
    expect(values).toBe(64_989 - 6);
    expect(items.get('/PS/WD1/0001')).toMatchObject({ RefNo: '=41397/13', Area: 'WD1', Tag: 'PS/WD1/0001' });
    expect(items.get('/WD1-PSUP')).toMatchObject({ Type: 'SITE', Description: 'PSUP - HC - WEATHER DECK' });
  });

  it('gives 609 of the 4,084 objects a tag', async () => {
    const file = await readPropertyFile(sampleFile(TEXT));
    const found = (await nodeNames(sampleFile(MODEL))).map((name) => file.of({ path: null, guid: null, name }));
    expect(found.filter((one) => one !== null)).toHaveLength(4084);
    expect(found.filter((one) => one && one.tags.length > 0)).toHaveLength(609);
    expect(file.report()).toMatchObject({ objects: 8149, missing: 4065 });
    expect(file.of({ path: null, guid: null, name: '/PS/WD1/0001' })).toMatchObject({
      tags: ['PS/WD1/0001'],
      properties: { Attributes: { Discipline: 'PSUP' } },
    });
  });
});

/** Names of the nodes of a GLB: its first chunk is JSON. */
async function nodeNames(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as { nodes: { name: string }[] };
  return json.nodes.map(({ name }) => name);
}
