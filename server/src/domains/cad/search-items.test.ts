import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cadItems, cadTrees, jobs } from '@overlook/db/schema';
import type { CadItem } from '@overlook/shared/schemas';
import { queueTreeFolding, foldTreeHandler } from '../../publish/object-tree/fold-tree.ts';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { treeServer } from './testing/tree-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('the search of the object tree on $name', ({ open }) => {
  const place = treeServer(open);
  const { call } = place;

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
    const { db } = place.server.database;
    const isSupport = eq(cadItems.name, 'Support 9');
    const [support] = await db.select().from(cadItems).where(isSupport);
    const found = async (text: string) =>
      (await call('search', { query: text })).body['items'].map((one: CadItem) => one.name);
    await db.update(cadTrees).set({ isFolded: false });
    await db.update(cadItems).set({ labels: 'support 9\nøltank' }).where(isSupport);
    expect([await found('ØLTANK'), await found('oltank')]).toEqual([['Support 9'], []]);

    expect(await queueTreeFolding(db)).toBe(1);
    expect(await queueTreeFolding(db)).toBe(0);
    const [job] = await db.select().from(jobs).where(eq(jobs.kind, 'cad.fold'));
    const report = vi.fn();
    const run: JobRun = { signal: new AbortController().signal, report, complete: () => Promise.resolve() };
    await foldTreeHandler({ db }).run(job!.payload, run);
    expect(report).toHaveBeenCalled();
    expect([await found('ØLTANK'), await found('oltank')]).toEqual([['Support 9'], ['Support 9']]);
    await db.delete(jobs).where(eq(jobs.id, job!.id));
    expect(await queueTreeFolding(db)).toBe(0);
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
    const rest = await place.viewer.ask('GET', `/sites/${place.siteId}/cad/search?query=P-101`);
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
    const { db } = place.server.database;
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
});
