import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '@overlook/db';
import { cadFacets, cadItems, cadTrees, externalSources, models, sites } from '@overlook/db/schema';
import { createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { IDENTITY, type Mat4, transformPoint } from '@overlook/shared/maths';
import { type ImportRequest, importSite } from '../import/import-site.ts';
import { deleteSite } from '../register/stored-sites.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { thisOwner } from '../../storage/version-folders.ts';
import { aB3dm, aFolder, aRoot, aTileset } from '../testing/made-tiles.ts';
import { aTree, MAINTENANCE, type MadeItem, SMALL_PLANT } from '../testing/made-tree.ts';
import { checkTree } from './check-tree.ts';
import { TREE_FILE } from './tree-format.ts';

const scratch = await createScratchDatabase();
const kinds = [
  { name: 'PGlite', open: openMemoryDatabase },
  ...(scratch ? [{ name: 'PostgreSQL', open: () => openDatabase({ databaseUrl: scratch.url, dataDir: '' }) }] : []),
];
afterAll(async () => scratch?.drop());

const item = (more: Partial<MadeItem>): MadeItem => ({ id: 1, name: 'A', ...more });

describe.each(kinds)('an object tree on $name', ({ open }) => {
  let database: Database;
  let filesDir: string;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-tree-'));
    folders.push(filesDir);
  });
  afterEach(async () => {
    await database.db.delete(sites);
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  async function source(tree: Uint8Array | null, tileset: Record<string, unknown> = aTileset()): Promise<string> {
    const folder = await aFolder({
      'tileset.json': tileset,
      'tile.b3dm': aB3dm(),
      ...(tree ? { 'tree.jsonl': tree } : {}),
    });
    folders.push(folder);
    return folder;
  }
  const run = (request: Partial<ImportRequest>, more: object = {}) =>
    importSite({ db: database.db, filesDir, ...more }, { slug: 'a', layers: {}, ...request });
  const importTree = async (items: readonly object[], request: Partial<ImportRequest> = {}) =>
    run({ layers: { cad: await source(aTree(items, [MAINTENANCE])) }, ...request });
  const storedItems = () => database.db.select().from(cadItems).orderBy(asc(cadItems.id));
  const counts = async () =>
    Promise.all([cadTrees, cadItems, cadFacets, externalSources, sites].map((table) => database.db.$count(table)));
  const nothing = [0, 0, 0, 0, 0];

  it('has a point on the floor of each storey, in ECEF', async () => {
    await importTree([item({ id: 1 }), item({ id: 2, parent: 1, name: 'Deck', floor: [1, 2, 7.5] })]);
    const [tree] = await database.db.select().from(cadTrees);
    const [, deck] = await storedItems();
    const floorEcef = transformPoint(aRoot()['transform'] as Mat4, [1, 2, 7.5]);
    expect(tree!.storeys).toEqual([{ itemId: deck!.id, floorEcef }]);
    await importTree(SMALL_PLANT, { replace: true });
    const rows = await database.db.select().from(cadTrees);
    expect(rows.map(({ storeys }) => storeys)).toContain(null);
  });

  it('is stored in the order of the tree, each item with its totals', async () => {
    // Children before parents, and the units in reverse order.
    const { layers } = await importTree([
      SMALL_PLANT[6]!,
      SMALL_PLANT[2]!,
      ...SMALL_PLANT.filter((_, i) => i !== 6 && i !== 2),
    ]);
    expect(layers[0]!.tree).toEqual({ items: 7, objects: 4, levels: 3, properties: null });
    const rows = await storedItems();
    const first = rows[0]!.id;
    const short = rows.map((row) => [
      row.path,
      row.id - first,
      row.lastId - first,
      row.siblingIndex,
      row.childCount,
      row.objectCount,
      row.batchId,
    ]);
    expect(short).toEqual([
      ['Plant', 0, 6, 0, 2, 4, null],
      ['Plant/Unit 1', 1, 4, 0, 3, 3, null],
      ['Plant/Unit 1/Pump', 2, 2, 0, 0, 1, 7],
      ['Plant/Unit 1/Pipe', 3, 3, 1, 0, 1, 8],
      ['Plant/Unit 1/Pipe%#2', 4, 4, 2, 0, 1, 9],
      ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25', 5, 6, 1, 1, 1, null],
      ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel', 6, 6, 0, 0, 1, 20],
    ]);
    expect(rows[5]!.name).toBe('Unit 2 "north" <b>a/b</b> 100%');
    expect(Object.entries(rows[2]!.metadata)).toEqual([
      ['Item', { Name: 'P-101', Type: 'Pump' }],
      ['Design', { 'Flow (m³/h)': '12.5', Spare: 'true', Note: '' }],
    ]);
  });

  it('has boxes in ECEF, groups those of what is below them', async () => {
    await importTree(SMALL_PLANT);
    const [plant, , pump] = await storedItems();
    expect(pump!.box).toEqual([-3917990, 3467020, -3636999, 2, 4, 2]);
    expect(plant!.box).toEqual([-3917994.75, 3467010.75, -3636999.25, 11.5, 22.5, 2.5]);
  });

  it('moves with its tileset', async () => {
    const tileset = aTileset(aRoot({ transform: undefined }));
    const layers = { cad: await source(aTree(SMALL_PLANT, [MAINTENANCE]), tileset) };
    // Heading east at the equator's beginning: the model's x points south, which is −z in ECEF.
    await run({ layers, at: { longitude: 0, latitude: 0, height: 0, headingDeg: 90 } });
    const pump = (await storedItems())[2]!;
    expect(pump.box).toEqual([6378138, 20, -10, 2, 4, 2]);
    const [tree] = await database.db.select({ axes: cadTrees.axes }).from(cadTrees);
    [0, 0, -1, 0, 1, 0, 1, 0, 0].forEach((value, i) => expect(tree!.axes![i]).toBeCloseTo(value, 12));
  });

  it('has the features of each value; a group’s value applies to its descendants', async () => {
    await importTree(SMALL_PLANT);
    const facets = await database.db.select().from(cadFacets).orderBy(cadFacets.propertyIndex, cadFacets.valueIndex);
    expect(
      facets.filter(({ property }) => property === 'Discipline').map(({ value, ranges }) => [value, ranges]),
    ).toEqual([
      ['civil', [7, 8, 20, 20]],
      ['piping', [9, 9]],
    ]);
  });

  it('gets further properties by path, GUID and name, and reports which objects do not exist', async () => {
    const folder = await source(aTree(SMALL_PLANT, [MAINTENANCE]));
    const properties = path.join(folder, 'more.csv');
    await writeFile(
      properties,
      '\u{FEFF}name;Item/Weight;Remark\r\nPipe;12,5;"a ""b"";\r\nc"\r\nNone;1;\r\n;;\r\n'.replace('\r\n;;\r\n', '\r\n'),
    );
    const { layers } = await run({ layers: { cad: folder }, properties });
    expect(layers[0]!.tree!.properties).toEqual({ objects: 2, missing: 1, examples: ['None'] });
    const rows = await storedItems();
    expect(rows[3]!.metadata).toEqual({ Item: { Weight: '12,5' }, Properties: { Remark: 'a "b";\r\nc' } });
    expect(rows[4]!.metadata['Item']).toEqual({ Discipline: 'piping', Weight: '12,5' });

    const json = path.join(folder, 'more.json');
    const entries = [
      { guid: '3f9a-c21e', properties: { Item: { Type: 'Pump, spare' } } },
      { path: 'Plant/Unit 1/Pipe%#2', properties: { More: { Bore: 100 } } },
      { path: 'Plant/Unit 9', properties: {} },
    ];
    await writeFile(json, JSON.stringify(entries));
    const again = await run({ layers: { cad: folder }, properties: json, replace: true });
    expect(again.layers[0]!.tree!.properties).toEqual({ objects: 3, missing: 1, examples: ['Plant/Unit 9'] });
    const replaced = await storedItems();
    expect(replaced[2]!.metadata['Item']).toEqual({ Name: 'P-101', Type: 'Pump, spare' });
    expect(replaced[4]!.metadata['More']).toEqual({ Bore: '100' });
    expect(await readdir(filesDir)).toEqual(['models']);
  });

  it('gets attributes and tags by name from an AVEVA attribute text with any file name', async () => {
    const folder = await source(aTree(SMALL_PLANT, [MAINTENANCE]));
    const properties = path.join(folder, 'plant.att');
    const text = [
      'CADC_Attributes_File v1.0 , start: NEW , end: END , name_end: := , sep: &end&',
      'NEW Header Information',
      '  Source:= PDMS Data &end& Date:= 28 Dec 2020',
      'END',
      'NEW Pump',
      "  Tag:= 'P-101'",
      "  Area:= 'WD1'",
      'END',
      'NEW Vessel',
      "  Tag:= 'V-7'",
      '  NEW NOZZLE 1 of Vessel',
      "    Tag:= 'N1'",
      '  END',
      'END',
    ];
    await writeFile(properties, text.join('\n'));
    const { layers } = await run({ layers: { cad: folder }, properties });
    expect(layers[0]!.tree!.properties).toEqual({ objects: 3, missing: 1, examples: ['NOZZLE 1 of Vessel'] });
    const rows = await storedItems();
    const [pump, vessel] = ['Pump', 'Vessel'].map((name) => rows.find((row) => row.name === name)!);
    expect(pump).toMatchObject({ tags: ['P-101'], metadata: { Attributes: { Tag: 'P-101', Area: 'WD1' } } });
    expect(vessel).toMatchObject({ tags: ['V-7'], labels: 'vessel\nv-7' });
    expect(vessel!.metadata['Item']).toEqual({ Type: 'Vessel', Material: 'Édelstahl' });
  });

  it('keeps names of 5,000 characters and more', async () => {
    const long = 'ä/"<'.repeat(2000);
    await importTree([
      { id: 1, name: long },
      { id: 2, parent: 1, name: long },
    ]);
    expect((await storedItems()).map((row) => row.name)).toEqual([long, long]);
  });

  it('that is refused leaves no rows', async () => {
    const cad = await source(aTree([item({}), item({ name: 'B' })]));
    await expect(run({ layers: { cad } })).rejects.toThrow('tree.jsonl, line 3, item “B”: has the id “1”');
    expect(await counts()).toEqual(nothing);
  });

  it('is removed with the model that is replaced, whether the new one has a tree or not', async () => {
    await importTree(SMALL_PLANT);
    await importTree(SMALL_PLANT.slice(0, 3), { replace: true });
    expect(await counts()).toEqual([1, 3, expect.any(Number), 1, 1]);
    await run({ layers: { cad: await source(null) }, replace: true });
    expect(await counts()).toEqual([0, 0, 0, 0, 1]);
    await importTree(SMALL_PLANT, { replace: true });
    await deleteSite({ db: database.db, filesDir }, 'a');
    expect(await counts()).toEqual(nothing);
  });

  it('is kept when its replacement fails or is cancelled', async () => {
    await importTree(SMALL_PLANT);
    const before = await storedItems();
    await expect(importTree([item({ parent: 1 })], { replace: true })).rejects.toThrow('below itself');
    const controller = new AbortController();
    const onProgress = ({ phase }: { phase: string }) => phase === 'storing tree' && controller.abort();
    const cad = await source(aTree([item({})]));
    await expect(run({ layers: { cad }, replace: true }, { signal: controller.signal, onProgress })).rejects.toThrow();
    expect(await storedItems()).toEqual(before);
    expect(await database.db.$count(cadTrees)).toBe(1);
  });

  it('is swept when its process died before it was registered, and not while that process lives', async () => {
    await importTree(SMALL_PLANT);
    const { db } = database;
    await db.update(cadTrees).set({ captureId: null, owner: thisOwner() });
    await sweepImports({ db, filesDir });
    expect(await db.$count(cadItems)).toBe(7);
    await db.update(cadTrees).set({ owner: { pid: process.pid, host: 'gone', startedAt: 0 } });
    await sweepImports({ db, filesDir });
    expect([await db.$count(cadItems), await db.$count(cadTrees), await db.$count(models)]).toEqual([0, 0, 1]);
  });

  it('gets its own numbers when two are stored at the same time', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => item({ id: i, name: `Item ${i}`, featureId: i }));
    await Promise.all(['a', 'b'].map((slug) => importTree(many, { slug })));
    const trees = await database.db.select().from(cadTrees).orderBy(cadTrees.firstItem);
    expect(trees[1]!.firstItem).toBeGreaterThanOrEqual(trees[0]!.firstItem + 3000);
    for (const { id } of trees) expect(await database.db.$count(cadItems, eq(cadItems.treeId, id))).toBe(3000);
  });

  it('without a tree, properties are refused', async () => {
    const cad = await source(null);
    await expect(run({ layers: { cad }, properties: path.join(cad, 'tileset.json') })).rejects.toThrow(
      'tree.jsonl: is missing',
    );
  });
});

describe('an object tree', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'of a second item of the same id',
      aTree([item({}), item({ name: 'B' })]),
      'tree.jsonl, line 3, item “B”: has the id “1”, which line 2 (“A”) has already.',
    ],
    [
      'of a second item of the same feature',
      aTree([item({ featureId: 5 }), item({ id: 2, featureId: 5 })]),
      'tree.jsonl, line 3, item “A”: has the feature id 5, which another item has already.',
    ],
    [
      'of an unknown parent',
      aTree([item({ parent: 'x' })]),
      'tree.jsonl, line 2, item “A”: has the parent “x”, which no line delivers.',
    ],
    [
      'of a cycle',
      aTree([item({ parent: 2 }), item({ id: 2, name: 'B', parent: 1 }), item({ id: 3 })]),
      'tree.jsonl, line 2, item “A”: is below itself: “A” is below “B” is below “A”.',
    ],
    [
      'of an item below itself',
      aTree([item({ parent: 1 })]),
      'tree.jsonl, line 2, item “A”: is below itself: “A” is below “A”.',
    ],
    [
      'of an unknown source',
      aTree([item({ externalTags: { X: ['1'] } })]),
      'tree.jsonl, line 2, item “A”: has a tag of the source “X”, which the first line does not name.',
    ],
    [
      'of an unknown field',
      aTree([{ ...item({}), colour: 'red' }]),
      'tree.jsonl, line 2, item “A”: Unrecognized key: "colour".',
    ],
    ['of a name that is none', aTree([item({ name: '' })]), 'tree.jsonl, line 2, item “”: “name” must not be empty.'],
    [
      'of a NUL in a name',
      aTree([item({ name: 'A\0' })]),
      'tree.jsonl, line 2, item “A\0”: “name” has a character that no text may have.',
    ],
    ['of half a line', aTree([item({})]).subarray(0, -5), 'tree.jsonl, line 2: is not JSON.'],
    [
      'of bytes that are no text',
      Buffer.concat([aTree([]), Buffer.from([0xff, 0x0a])]),
      'tree.jsonl, line 2: is no text in UTF-8.',
    ],
    [
      'of another file',
      Buffer.from('{"items": []}'),
      'tree.jsonl, line 1: “format” Invalid input: expected "overlook-cad-tree".',
    ],
    ['without items', Buffer.alloc(0), 'tree.jsonl: is empty.'],
    ['without an item', aTree([]), 'tree.jsonl: delivers no item.'],
    [
      'of a source without a tag',
      aTree([item({})], [{ name: 'X', url: 'https://x.example/' }]),
      'tree.jsonl, line 1: “sources.0.url” must contain {tag}.',
    ],
    [
      'of 300 levels',
      aTree(Array.from({ length: 300 }, (_, i) => item({ id: i, parent: i > 0 ? i - 1 : null }))),
      'tree.jsonl, line 258, item “A”: is more than 256 levels deep.',
    ],
  ])('%s is refused', async (_what, tree, sentence) => {
    const folder = await aFolder({ [TREE_FILE]: tree });
    const checked = checkTree(path.join(folder, TREE_FILE), { toEcef: IDENTITY, properties: null });
    await expect(checked).rejects.toMatchObject({ message: sentence });
    await rm(folder, { recursive: true });
  });
});
