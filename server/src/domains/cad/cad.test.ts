import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@overlook/db';
import { cadItems, cadTrees, jobs } from '@overlook/db/schema';
import { createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { foldText } from '@overlook/shared/format';
import type { CadItem } from '@overlook/shared/schemas';
import { importSite } from '../../publish/import-site.ts';
import { askForFolding, foldTreeHandler } from '../../publish/object-tree/fold-tree.ts';
import { aB3dm, aFolder, aTileset } from '../../publish/testing/made-tiles.ts';
import { aTree, type MadeItem, SMALL_PLANT } from '../../publish/testing/made-tree.ts';
import { createExternalMetadata } from '../../services/external-metadata.ts';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import { fakeClock } from '../../services/clock.ts';
import { aPerson, query, type TestAnswer, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scratch = await createScratchDatabase();
const kinds = [
  { name: 'PGlite', open: openMemoryDatabase },
  ...(scratch ? [{ name: 'PostgreSQL', open: () => openDatabase({ databaseUrl: scratch.url, dataDir: '' }) }] : []),
];
afterAll(async () => scratch?.drop());

/** An external source with a given answer. */
async function aSource() {
  let answer: RequestListener = (_request, response) => void response.end('{"metadata":{}}');
  const asked: string[] = [];
  const http: Server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    answers(next: RequestListener) {
      answer = next;
    },
    close() {
      http.closeAllConnections();
      return new Promise((resolve) => void http.close(resolve));
    },
  };
}

/** Supports from this number on have a name that is more than their place. */
const SERIALS: Record<number, string> = { 5: 'SN-12345/a', 6: 'TN-12345/b' };

/** The GUIDs of two supports, which differ in the case of one letter. */
const IFC_GUIDS = ['2O2Fr$t4X7Zf8NOew3FLOH', '2O2Fr$t4X7Zf8NOew3FLOh'] as const;

/** Siblings enough for several pages, below the small plant's second root. */
const RACK: MadeItem[] = [
  { id: 'rack', name: 'Rack' },
  ...Array.from({ length: 2500 }, (_, i) => ({
    id: `s${i}`,
    parent: 'rack',
    name: `Support ${i}`,
    featureId: 1000 + i,
    ...(i === 9 ? { tags: ['Øltank'] } : {}),
    ...(i === 7 || i === 8 ? { guid: IFC_GUIDS[i - 7]! } : {}),
    properties: { Item: { Material: i % 2 === 0 ? 'S355' : 'S235', Serial: SERIALS[i] ?? `no. ${i}` } },
  })),
];

describe.each(kinds)('the object tree on $name', ({ open }) => {
  let server: TestServer;
  let source: Awaited<ReturnType<typeof aSource>>;
  let viewer: TestPerson;
  let siteId: number;
  let call: (procedure: string, input?: object) => Promise<TestAnswer>;
  let names: Map<string, CadItem>;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    source = await aSource();
    const tree = aTree([...SMALL_PLANT, ...RACK], [{ name: 'Maintenance', url: `${source.url}/assets/{tag}` }]);
    const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm(), 'tree.jsonl': tree });
    const { database, filesDir } = server;
    const { site } = await importSite(
      { db: database.db, filesDir: join(filesDir, 'cad') },
      { slug: 'works', layers: { cad } },
    );
    siteId = site.id;
    server.forgetPermissions();
    viewer = await aPerson(server, { answers: { [siteId]: { 'VIEW:CAD': true } } });
    call = (procedure, input = {}) => query(server, viewer.token, `cad.${procedure}`, { siteId, ...input });
    const found = await Promise.all(
      ['plant', 'unit', 'p-101', 'pipe', 'vessel', 'rack'].map((text) => call('search', { query: text })),
    );
    names = new Map(found.flatMap(({ body }) => body['items'] as CadItem[]).map((one) => [one.path, one]));
  });
  afterAll(async () => {
    await source.close();
    await server.close();
  });
  afterEach(() => source.answers((_request, response) => void response.end('{"metadata":{}}')));
  const itemId = (path: string) => names.get(path)!.id;

  it('begins with the roots', async () => {
    const { body } = await call('root');
    expect(body['total']).toBe(2);
    expect(body['items']).toMatchObject([
      { name: 'Plant', parentId: null, index: 0, hasChildren: true, childCount: 2, objectCount: 4, batchId: null },
      { name: 'Rack', index: 1, childCount: 2500, objectCount: 2500, position: null },
    ]);
    expect((await viewer.ask('GET', `/sites/${siteId}/cad/tree/root`)).body).toEqual(body);
  });

  it('gives children by id and by path, with what they are', async () => {
    const byPath = await call('children', { path: 'Plant/Unit 1' });
    expect(byPath.body['items']).toMatchObject([
      {
        name: 'Pump',
        path: 'Plant/Unit 1/Pump',
        batchId: 7,
        hasChildren: false,
        hasExternalMetadata: true,
        tags: ['P-101'],
        externalTags: [{ sourceName: 'Maintenance', tag: 'P-101' }],
        position: { center: { x: -3917990, y: 3467020, z: -3636999 }, dimensions: { x: 2, y: 4, z: 2 } },
      },
      { path: 'Plant/Unit 1/Pipe' },
      { path: 'Plant/Unit 1/Pipe%#2', hasExternalMetadata: false },
    ]);
    expect(await call('children', { itemId: itemId('Plant/Unit 1') })).toEqual(byPath);
    const odd = 'Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25';
    const rest = await viewer.ask('GET', `/sites/${siteId}/cad/tree?path=${encodeURIComponent(odd)}`);
    expect(rest.body['items']).toMatchObject([{ name: 'Vessel' }]);
  });

  it('finds an IFC GUID in its exact case, and in any case where no object has the exact one', async () => {
    const found = async (text: string) => {
      const { body } = await call('search', { query: text });
      return (body['items'] as CadItem[]).map(({ name }) => name);
    };
    expect(await found(IFC_GUIDS[0])).toEqual(['Support 7']);
    expect(await found(` ${IFC_GUIDS[1]}`)).toEqual(['Support 8']);
    expect(await found(IFC_GUIDS[0].toUpperCase())).toEqual(['Support 7', 'Support 8']);
  });

  it('gives any page of many siblings in their order', async () => {
    const rack = itemId('Rack');
    const { body } = await call('children', { itemId: rack, offset: 2400, limit: 1000 });
    expect([body['total'], body['items'].length]).toEqual([2500, 100]);
    expect(body['items'].map((one: CadItem) => one.name)).toEqual(
      Array.from({ length: 100 }, (_, i) => `Support ${2400 + i}`),
    );
    expect((await call('children', { itemId: rack })).body['items']).toHaveLength(500);
    expect((await call('children', { itemId: rack, offset: 5000 })).body['items']).toEqual([]);
    // The offsets after the last place exceed the range of a column.
    expect((await call('children', { offset: 2_147_483_647 })).body).toEqual({ items: [], total: 2 });
    expect((await call('children', { itemId: rack, limit: 1001 })).status).toBe(400);
    expect((await call('children', { itemId: rack, path: 'Rack' })).status).toBe(400);
  });

  it('gives an item its tabs in the order delivered, over REST as a JSON string', async () => {
    const pump = itemId('Plant/Unit 1/Pump');
    const { body } = await call('item', { itemId: pump });
    expect(body).toMatchObject({ item: { id: pump }, guid: '3f9a-c21e' });
    const rest = await viewer.ask('GET', `/sites/${siteId}/cad/tree/${pump}`);
    expect(rest.body['metadata']).toBe(JSON.stringify(body['metadata']));
    expect(rest.body['metadata']).toBe(
      '{"Item":{"Name":"P-101","Type":"Pump"},"Design":{"Flow (m³/h)":"12.5","Spare":"true","Note":""}}',
    );
  });

  it('gives the path to an item, from the tree and from a feature', async () => {
    const vessel = [...names.values()].find((one) => one.name === 'Vessel')!;
    const { body } = await call('pathTo', { itemId: vessel.id });
    expect(body['item']).toMatchObject({ id: vessel.id, batchId: 20 });
    expect(body['ancestors']).toMatchObject([
      { name: 'Plant', index: 0 },
      { name: 'Unit 2 "north" <b>a/b</b> 100%', index: 1 },
    ]);
    expect((await call('byFeature', { featureId: 20 })).body).toEqual(body);
    expect((await call('byFeature', { featureId: 999 })).body).toEqual({ item: null, ancestors: [] });
  });

  it.each<[string, string[], object]>([
    ['p-101', ['Plant/Unit 1/Pump'], { where: 'tag', text: 'P-101' }],
    ['3F9A', ['Plant/Unit 1/Pump'], { where: 'tag', text: '3f9a-c21e' }],
    ['PIPE', ['Plant/Unit 1/Pipe', 'Plant/Unit 1/Pipe%#2'], { where: 'name', text: 'Pipe' }],
    ['12.5', ['Plant/Unit 1/Pump'], { where: 'property', tab: 'Design', property: 'Flow (m³/h)', text: '12.5' }],
    ['ÉDELST', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel'], { where: 'property', property: 'Material' }],
    ['edelst', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel'], { where: 'property', property: 'Material' }],
    ['oltank', ['Rack/Support 9'], { where: 'tag', text: 'Øltank' }],
    ['ØLTANK', ['Rack/Support 9'], { where: 'tag', text: 'Øltank' }],
    ['rack/Oltänk', ['Rack/Support 9'], { where: 'tag', text: 'Øltank' }],
    ['unit pump', ['Plant/Unit 1/Pump'], { where: 'path', text: 'Plant / Unit 1' }],
    ['pump unit 1', ['Plant/Unit 1/Pump'], { where: 'path' }],
    ['unit 1/PUMP', ['Plant/Unit 1/Pump'], { where: 'path', text: 'Plant / Unit 1' }],
    ['plant / pump', ['Plant/Unit 1/Pump'], { where: 'path' }],
    ['plant/unit/pipe', ['Plant/Unit 1/Pipe', 'Plant/Unit 1/Pipe%#2'], { where: 'path' }],
    ['u-1/p-101', ['Plant/Unit 1/Pump'], { where: 'tag', text: 'P-101' }],
    ['unit/12.5', ['Plant/Unit 1/Pump'], { where: 'property', property: 'Flow (m³/h)' }],
    ['100% / vessel', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel'], { where: 'path' }],
    ['unit 2/édel', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel'], { where: 'property', text: 'Édelstahl' }],
    ['/Vessel/', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25/Vessel'], { where: 'name' }],
    ['<b>a/b</b>', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25'], { where: 'name' }],
    ['"north" <b>', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25'], { where: 'name' }],
    ['100%', ['Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25'], { where: 'name' }],
    ['pump p-101', ['Plant/Unit 1/Pump'], { where: 'tag', property: null, text: 'P-101' }],
    ['3f9a-c21e pump', ['Plant/Unit 1/Pump'], { where: 'tag', property: 'GUID' }],
    ['pipe piping', ['Plant/Unit 1/Pipe%#2'], { where: 'property', property: 'Discipline', text: 'piping' }],
    ['pu', ['Plant/Unit 1/Pump'], { where: 'name', text: 'Pump' }],
    ['U-1', ['Plant/Unit 1'], { where: 'tag', text: 'U-1' }],
    ['sn-12345', ['Rack/Support 5'], { where: 'property', text: 'SN-12345/a' }],
    ['12345', ['Rack/Support 5', 'Rack/Support 6'], { where: 'property' }],
    ['support 2499', ['Rack/Support 2499'], { where: 'name' }],
  ])('finds “%s” with where it is', async (text, paths, match) => {
    const { body } = await call('search', { query: text });
    expect(body['items'].map((one: CadItem) => one.path)).toEqual(paths);
    expect(body).toMatchObject({ total: paths.length, isTotalExact: true });
    expect(body['items'][0].match).toMatchObject(match);
    const ways = body['items'].map((one: { ancestors: { name: string }[] }) => one.ancestors.map(({ name }) => name));
    expect(ways[0].length).toBe(paths[0]!.split('/').length - 1);
  });

  it('searches an old tree without folded accents ignoring case, and ignoring accents after a job has folded it', async () => {
    const { db } = server.database;
    const isSupport = eq(cadItems.name, 'Support 9');
    const [support] = await db.select().from(cadItems).where(isSupport);
    const found = async (text: string) =>
      (await call('search', { query: text })).body['items'].map((one: CadItem) => one.name);
    await db.update(cadTrees).set({ isFolded: false });
    await db.update(cadItems).set({ labels: 'support 9\nøltank' }).where(isSupport);
    expect([await found('ØLTANK'), await found('oltank')]).toEqual([['Support 9'], []]);

    expect(await askForFolding(db)).toBe(1);
    expect(await askForFolding(db)).toBe(0);
    const [job] = await db.select().from(jobs).where(eq(jobs.kind, 'cad.fold'));
    const report = vi.fn();
    const run: JobRun = { signal: new AbortController().signal, report, complete: () => Promise.resolve() };
    await foldTreeHandler({ db }).run(job!.payload, run);
    expect(report).toHaveBeenCalled();
    expect([await found('ØLTANK'), await found('oltank')]).toEqual([['Support 9'], ['Support 9']]);
    await db.delete(jobs).where(eq(jobs.id, job!.id));
    expect(await askForFolding(db)).toBe(0);
    await db.update(cadItems).set({ labels: support!.labels }).where(isSupport);
  });

  it('finds names before values, page by page, and nothing for an empty search', async () => {
    const pumps = await call('search', { query: 'pump' });
    expect(pumps.body['items'].map((one: CadItem) => one.name)).toEqual(['Pump']);
    const many = await call('search', { query: 'support', offset: 990, limit: 50 });
    expect(many.body).toMatchObject({ total: 1000, isTotalExact: false });
    expect(many.body['items']).toHaveLength(10);
    const below = await call('search', { query: 'rack/support 24', order: 'tree' });
    const ofRack = Array.from({ length: 2500 }, (_, i) => String(i)).filter((i) => i.includes('24'));
    expect(below.body).toMatchObject({ total: ofRack.length, isTotalExact: true });
    expect((await call('search', { query: 'rack/support' })).body).toMatchObject({ total: 1000, isTotalExact: false });
    const none = ['', '  ', '%%%', 'no such thing', '\\', 'pump/unit', 'unit 2/pump', 'rack/pump', 'unit vessel pump'];
    for (const text of none)
      expect((await call('search', { query: text })).body).toEqual({ items: [], total: 0, isTotalExact: true });
    const rest = await viewer.ask('GET', `/sites/${siteId}/cad/search?query=P-101`);
    expect(rest.body['items']).toMatchObject([{ name: 'Pump' }]);
  });

  it('gives hits in the order of the tree on request, page by page', async () => {
    const idsOf = async (input: object) =>
      (await call('search', { query: 'p', order: 'tree', ...input })).body['items'].map((one: CadItem) => one.id);
    const all: number[] = await idsOf({ limit: 200 });
    expect(all).toHaveLength(200);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect([...(await idsOf({ limit: 5 })), ...(await idsOf({ limit: 5, offset: 5 }))]).toEqual(all.slice(0, 10));
  });

  it('finds names that begin with a text too short for an index, in a large tree', async () => {
    const { db } = server.database;
    await db.update(cadTrees).set({ itemCount: sql`${cadTrees.itemCount} + 50000` });
    const found = async (text: string) =>
      (await call('search', { query: text })).body['items'].map((one: CadItem) => one.name);
    expect(await found('PU')).toEqual(['Pump']);
    expect(await found('um')).toEqual([]);
    expect(await found('un 1')).toEqual([]);
    expect(await found('pump p-101')).toEqual(['Pump']);
    expect(await found('pump vessel')).toEqual([]);
    expect(await found('unit 1/pump')).toEqual(['Pump']);
    expect(await found('u/pu')).toEqual(['Pump']);
    expect(await found('uni')).toEqual(['Unit 1', 'Unit 2 "north" <b>a/b</b> 100%']);
    await db.update(cadTrees).set({ itemCount: sql`${cadTrees.itemCount} - 50000` });
  });

  it('gives the features of subtrees as ranges', async () => {
    expect((await call('features', { itemIds: [itemId('Plant')] })).body).toEqual({ ranges: [7, 9, 20, 20], count: 4 });
    const several = [itemId('Plant/Unit 1/Pump'), itemId('Plant/Unit 1'), itemId('Rack')];
    expect((await call('features', { itemIds: several })).body).toEqual({ ranges: [7, 9, 1000, 3499], count: 2503 });
  });

  it('offers the properties with few values, with their features', async () => {
    const { body } = await call('facets');
    expect(body['facets']).toContainEqual({ tab: 'Item', property: 'Material', valueCount: 3, featureCount: 2501 });
    expect(body['facets'].map((one: { property: string }) => one.property)).not.toContain('Serial');
    const facet = await call('facet', { tab: 'Item', property: 'Material' });
    expect(facet.body['values'].map((one: object) => ({ ...one, ranges: undefined }))).toMatchObject([
      { value: 'S355', featureCount: 1250 },
      { value: 'S235', featureCount: 1250 },
      { value: 'Édelstahl', featureCount: 1 },
    ]);
    expect(facet.body['values'][0].ranges.slice(0, 4)).toEqual([1000, 1000, 1002, 1002]);
    expect((await call('facet', { tab: 'Item', property: 'Serial' })).status).toBe(404);
  });

  describe('asking an external source', () => {
    const ask = async (tag: string) => {
      const { sourceId } = names.get('Plant/Unit 1/Pump')!.externalTags[0]!;
      return viewer.ask('GET', `/sites/${siteId}/cad/external_metadata/${sourceId}?query=${encodeURIComponent(tag)}`);
    };

    beforeAll(async () => {
      const { id, externalTags } = names.get('Plant/Unit 1/Pump')!;
      const tags = ['P/101 ä', 'unknown', 'HTML', 'other JSON', 'an error', 'too much', 'nothing'];
      const { db } = server.database;
      const labels = foldText(tags.join('\n'));
      const pairs = tags.map((tag): [number, string] => [externalTags[0]!.sourceId, tag]);
      await db.update(cadItems).set({ externalTags: pairs, labels }).where(eq(cadItems.id, id));
    });

    it('gives its answer, and requests it once in some minutes', async () => {
      source.answers(
        (_request, response) => void response.end('{"metadata":{"Orders":{"Open":2,"Due":null,"Safe":true}},"more":1}'),
      );
      expect(await ask('P/101 ä')).toEqual({
        status: 200,
        body: { metadata: { Orders: { Open: '2', Due: '', Safe: 'true' } } },
      });
      await ask('P/101 ä');
      expect(source.asked.filter((url) => url === '/assets/P%2F101%20%C3%A4')).toHaveLength(1);
      server.clock.advance(5 * 60_000);
      await ask('P/101 ä');
      expect(source.asked.filter((url) => url === '/assets/P%2F101%20%C3%A4')).toHaveLength(2);
    });

    it('is nothing for a tag that it does not know', async () => {
      source.answers((_request, response) => void response.writeHead(404).end('<h1>Not found</h1>'));
      expect(await ask('unknown')).toEqual({ status: 200, body: { metadata: {} } });
    });

    it.each<[string, RequestListener, string]>([
      [
        'HTML',
        (_q, r) => void r.end('<!doctype html><p>Sign in'),
        'Maintenance answered with something other than metadata.',
      ],
      [
        'other JSON',
        (_q, r) => void r.end('{"metadata":[1]}'),
        'Maintenance answered with something other than metadata.',
      ],
      ['an error', (_q, r) => void r.writeHead(500).end('stack at x.js'), 'Maintenance answered with an error (500).'],
      ['too much', (_q, r) => void r.end('x'.repeat(2_000_000)), 'Maintenance answered with more than can be shown.'],
      ['nothing', (q) => void q.socket.destroy(), 'Maintenance cannot be reached.'],
    ])('fails clearly at %s, and asks again the next time', async (what, answer, sentence) => {
      source.answers(answer);
      expect(await ask(what)).toEqual({ status: 503, body: { error: sentence, code: 'UNAVAILABLE' } });
      source.answers((_request, response) => void response.end('{"metadata":{}}'));
      expect((await ask(what)).status).toBe(200);
    });

    it('ends with an error when there is no answer in time', async () => {
      source.answers(() => {});
      const external = createExternalMetadata({ clock: fakeClock(new Date()), log: { warn: vi.fn() }, timeoutMs: 50 });
      await expect(external.ask({ name: 'Maintenance', url: `${source.url}/{tag}` }, 'x')).rejects.toThrow(
        'Maintenance did not answer within 0.05 s.',
      );
    });
  });

  describe('for users who may not view it', () => {
    const asks = (id: number): [string, object][] => [
      ['root', {}],
      ['children', { itemId: id }],
      ['children', { path: 'Plant' }],
      ['item', { itemId: id }],
      ['metadata', { itemId: id }],
      ['pathTo', { itemId: id }],
      ['byFeature', { featureId: 7 }],
      ['search', { query: 'pump' }],
      ['features', { itemIds: [id] }],
      ['facets', {}],
      ['facet', { tab: 'Item', property: 'Material' }],
      ['externalMetadata', { sourceId: 1, query: 'P-101' }],
    ];

    it('does not exist', async () => {
      const { plant, farm } = server.siteIds;
      const other = await aPerson(server, {
        answers: { [siteId]: { 'VIEW:TEXTURED': true }, [plant]: { 'VIEW:CAD': true }, [farm]: { 'VIEW:CAD': true } },
      });
      const id = itemId('Plant/Unit 1/Pump');
      for (const [procedure, input] of asks(id)) {
        const refused = await query(server, other.token, `cad.${procedure}`, { siteId, ...input });
        expect([procedure, refused.status, refused.body['code']]).toEqual([procedure, 404, 'NOT_FOUND']);
        const noSite = await query(server, other.token, `cad.${procedure}`, { siteId: 999, ...input });
        expect(noSite).toEqual(refused);
      }
    });

    it('is not found through another site either', async () => {
      const { plant } = server.siteIds;
      const id = itemId('Plant/Unit 1/Pump');
      const both = await aPerson(server, { allowed: ['VIEW:CAD'] });
      for (const procedure of ['children', 'item', 'metadata', 'pathTo', 'externalMetadata']) {
        const input = { siteId: plant, itemId: id, sourceId: 1, query: 'x' };
        expect((await query(server, both.token, `cad.${procedure}`, input)).status).toBe(404);
      }
      expect((await query(server, both.token, 'cad.root', { siteId: plant })).body).toEqual({ items: [], total: 0 });
    });
  });
});
