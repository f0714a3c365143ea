import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aModel, aPhoto, aRole, aSite, aTeam, aUser } from '@overlook/db/seed';
import {
  auditEntries,
  captures,
  cadItems,
  jobs,
  mocAreas,
  mocComments,
  mocPois,
  mocs,
  pointclouds,
  pointgrabDownloads,
  savedMeasurements,
  scanPositions,
  snapshots,
  uploads,
  users,
  viewGrants,
} from '@overlook/db/schema';
import { z } from 'zod';
import { importSite } from '../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../publish/testing/made-tiles.ts';
import { aTree, MAINTENANCE, SMALL_PLANT } from '../publish/testing/made-tree.ts';
import { describeProcedure } from '../rest/procedures.ts';
import type { ProcedurePath } from '../rest/table.ts';
import { listeningLog } from '../testing/listening-log.ts';
import { query } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { appRouter } from '../api-router/router.ts';

let server: TestServer;
let token: string;
let works: number;
/** Ids of rows that do not fit. */
const bad = { user: 0, team: 0, role: 0, object: 0, moc: 0, snapshot: 0, photo: 0, capture: 0, measurement: 0 };
const warnings: { row?: string }[] = [];

beforeAll(async () => {
  server = await startTestServer(
    {},
    listeningLog((said) => void warnings.push(said)),
  );
  const { db } = server.database;
  const cad = await aFolder({
    'tileset.json': aTileset(),
    'tile.b3dm': aB3dm(),
    'tree.jsonl': aTree(SMALL_PLANT, [MAINTENANCE]),
  });
  const imported = await importSite(
    { db, filesDir: join(server.filesDir, 'cad') },
    { slug: 'works', name: 'Works', layers: { cad } },
  );
  works = imported.site.id;
  server.forgetPermissions();
  token = await server.token(server.people.admin);
  await writeBadRows();
});
afterAll(() => server.close());

/**
 * Values that an earlier version, or a manual change, may have left in each column that the database itself does not
 * check.
 */
async function writeBadRows(): Promise<void> {
  const { db } = server.database;
  const meta = { homeBookmark: null, origin: { longitude: 138.5, latitude: -35, height: 30 } };
  const data = { avatar: null, minimapMaxNativeZoom: null, meta };
  const deep = { ...meta, origin: { longitude: 0, latitude: 0, height: -19_991 } };
  const badSites: [string, object][] = [
    ['deep', { data: { ...data, meta: deep } }],
    ['camera', { data: { ...data, meta: { ...meta, homeBookmark: { position: { x: 1 } } } } }],
    ['zoomed', { data: { ...data, minimapMaxNativeZoom: 99 } }],
    ['blurred', { data: { ...data, screenSpaceError: { textured: 'fine' } } }],
    ['floors', { data: { ...data, levels: [{ name: 'Deck', fromM: 3, toM: 2 }] } }],
    ['no-data', { data: {} }],
    ['a-list', { data: [] }],
    ['no-meta', { data: { avatar: 5 } }],
    ['settings', { modelSettings: 7 }],
    ['Not A Slug', {}],
  ];
  for (const [slug, columns] of badSites) await aSite(db, { slug, name: slug, ...columns });
  const plant = server.siteIds.plant;
  const odd = await aModel(db, { siteId: plant, modeltypeId: 1, filepath: 'x' });
  await db
    .update(captures)
    .set({ filepath: '', takenOn: '0044-01-01', precision: 'week' as never })
    .where(eq(captures.id, odd.captureId));
  const person = await aUser(db, { firstName: '', lastName: '' });
  await db
    .update(users)
    .set({ data: { recipients: 'everyone', subscriptions: [1] } as never })
    .where(eq(users.id, person.id));
  await db
    .update(users)
    .set({ data: [] as never })
    .where(eq(users.email, server.people.guest));
  const team = await aTeam(db, { displayName: '' });
  const role = await aRole(db, { displayName: '', entries: { [plant]: { 'NO:SUCH': true } as never } });
  await db.insert(auditEntries).values({ action: '', details: ['a', 'list'] as never });
  await db.insert(jobs).values([
    { kind: 'site.import', payload: {}, status: 'running', progress: { percent: 5 } as never },
    { kind: 'site.import', payload: { slug: 5 }, status: 'error', progress: 'half' as never, message: 'x' },
  ]);
  const [place] = await db
    .insert(snapshots)
    .values({
      siteId: plant,
      name: '',
      bookmark: { position: 'here' } as never,
      view: [] as never,
      longitude: Number.NaN,
      latitude: 0,
      altitude: Number.POSITIVE_INFINITY,
      createdBy: person.id,
    })
    .returning();
  bad.snapshot = place!.id;
  const photo = { crop: 5 as never, details: 'none' as never, tileLevels: -1 };
  await aPhoto(db, { siteId: works, at: [0, 0, 0], photo });
  bad.photo = (await aPhoto(db, { siteId: works, at: [0, 0, 0], photo: { details: {} as never } })).id;
  const grant = { kind: 'link' as const, name: '', tokenHash: '', endsAt: new Date(), madeBy: person.id };
  await db.insert(viewGrants).values({ ...grant, siteId: works, permissions: ['NO:SUCH'] as never });
  const odds = { bookmark: { position: 5 }, measurements: [] } as object;
  const [moc] = await db
    .insert(mocs)
    .values({ siteId: works, name: '', documentNumber: '', ...odds })
    .returning();
  const nowhere = { x: NaN, y: 0, z: 0, longitude: 0, latitude: 400, altitude: 0 };
  await db.insert(mocPois).values({ mocId: moc!.id, ...nowhere });
  const area = { mocId: moc!.id, name: '', bottomHeight: NaN, topHeight: 1 };
  await db.insert(mocAreas).values({ ...area, points: 'none' as never });
  const changes = [{ field: 5 }];
  await db.insert(auditEntries).values({ action: 'mocs.update', subject: `moc:${moc!.id}`, details: { changes } });
  const scan = await aModel(db, { siteId: works, modeltypeId: 1, filepath: 'y' });
  await db
    .insert(pointclouds)
    .values({ siteId: works, captureId: scan.captureId, densities: 'fine' as never, filepath: '', points: -1 });
  const position = { name: '', longitude: NaN, latitude: 0, height: 0, points: -5 };
  await db.insert(scanPositions).values({ captureId: scan.captureId, number: -1, ...position });
  bad.capture = scan.captureId;
  const row = { siteId: works, format: 'DWG' as never, description: '', density: NaN, box: { centerX: 1 } as never };
  await db.insert(pointgrabDownloads).values({ ...row, filename: '', points: -5 });
  const sizes = { title: '', fingerprint: '', listBytes: -1, bytes: -5, parts: 'none' as never, options: [] as never };
  await db.insert(uploads).values({ siteId: works, ...sizes });
  const kept = { siteId: works, createdBy: person.id, isShared: true, name: '', value: 5, unit: 'm' as const };
  const picked = { ...kept, what: 'figure' as const, kind: 'target' as const, errorKind: 'likely' as const };
  const subject = {
    what: 'figure',
    kind: 'target',
    points: [{ ecef: [0, 0, 0], modeltypeId: 4, takenOn: null, errorM: 0 }],
  };
  const [measurement] = await db
    .insert(savedMeasurements)
    .values([
      { ...picked, guid: randomUUID(), subject: subject as never, layers: [], details: { radiusM: 'wide' } as never },
      { ...picked, guid: randomUUID(), subject: 'none' as never, layers: 'none' as never },
      { ...picked, guid: randomUUID(), subject: 'none' as never, layers: [], value: NaN, unit: 'mile' as never },
    ])
    .returning();
  bad.measurement = measurement!.id;
  await db.insert(mocComments).values({ mocId: moc!.id, body: '', mentions: [2_000_000_000] });
  Object.assign(bad, { user: person.id, team: team.id, role: role.id, moc: moc!.id });
  const objects = await db.select().from(cadItems);
  bad.object = objects.find(({ name }) => name === 'Pump')!.id;
  const named = (name: string) => eq(cadItems.id, objects.find((one) => one.name === name)!.id);
  await db
    .update(cadItems)
    .set({ tags: 'P-101' as never })
    .where(named('Pump'));
  await db
    .update(cadItems)
    .set({ externalTags: { Maintenance: 'x' } as never })
    .where(named('Vessel'));
  await db.execute(sql`update cad_items set box = '{NaN,0,0,Infinity,1,1}' where name = 'Pipe'`);
  await db
    .update(cadItems)
    .set({ box: [1, 2] })
    .where(named('Unit 1'));
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

const hasList = (schema: z.ZodType): boolean =>
  // A tuple, as of coordinates, has no rows.
  /"type":"array"(?!,"prefixItems")/.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })));

/** Every query that answers with a list. */
const lists = Object.keys(procedures)
  .map((path) => ({ path, ...describeProcedure(path as ProcedurePath) }))
  .filter(({ type, output }) => type === 'query' && hasList(output));

/** The inputs of those that need one. */
const inputs = (): Record<string, object[]> => {
  const site = { siteId: works };
  return {
    'exports.downloads': [{ siteSlug: 'works' }],
    'exports.layers': [{ siteSlug: 'works' }],
    'exports.pointcloud': [{ siteSlug: 'works' }],
    'captures.all': [site],
    'captures.managed': [site],
    'captures.scanPositions': [{ ...site, captureId: bad.capture }],
    'cad.root': [site],
    'cad.children': [site, { ...site, path: 'Plant' }, { ...site, path: 'Plant/Unit 1' }],
    'cad.search': ['pump', 'pipe', 'vessel', 'unit', 'plant/pump'].map((text) => ({ ...site, query: text })),
    'cad.facets': [site],
    'cad.storeys': [site],
    'cad.facet': [{ ...site, tab: 'Item', property: 'Type' }],
    'cad.features': [{ ...site, itemIds: [bad.object] }],
    'cad.item': [{ ...site, itemId: bad.object }],
    'cad.pathTo': [{ ...site, itemId: bad.object }],
    'cad.byFeature': [7, 8, 9, 20].map((featureId) => ({ ...site, featureId })),
    'managedSites.get': [site],
    'measurements.all': [site],
    'measurements.get': [{ ...site, id: bad.measurement }],
    'measurements.file': [site],
    'measurements.comments': [{ ...site, id: bad.measurement }],
    'mocs.all': [site],
    'mocs.areas': [site],
    'mocs.comments': [{ ...site, id: bad.moc }],
    'mocs.get': [{ ...site, id: bad.moc }],
    'mocs.history': [{ ...site, id: bad.moc }],
    'mocs.list': [site],
    'mocs.people': [site],
    'mocs.touched': [{ ...site, id: bad.moc }],
    'mocs.touchedFeatures': [{ ...site, id: bad.moc }],
    'mocs.touchedCsv': [{ ...site, id: bad.moc }],
    'snapshots.get': [{ id: bad.snapshot }],
    'snapshots.nearby': [{ siteID: works, longitude: 138.5, latitude: -35, altitude: 30 }],
    'snapshots.photo': [{ id: bad.photo }],
    'snapshots.sitePhotos': [site],
    'uploads.all': [site],
    'users.get': [{ id: bad.user }],
    'teams.get': [{ id: bad.team }],
    'roles.get': [{ id: bad.role }],
    'permissions.explain': [{ userId: bad.user, siteId: works, token: 'VIEW:CAD' }],
  };
};

describe('rows that do not fit their schema', () => {
  it.each(lists.map(({ path }) => path))('do not fail %s', async (path) => {
    const { input } = lists.find((one) => one.path === path)!;
    const asked = inputs()[path] ?? (!input || input.safeParse({}).success ? [{}] : []);
    expect(asked, 'the input that it needs is missing above').not.toEqual([]);
    for (const one of asked) {
      const { status, body } = await query(server, token, path, one);
      expect({ path, one, status, body }).toMatchObject({ path, status: 200 });
    }
  });

  it('are left out or repaired, and logged at their first reading', async () => {
    const all = await query(server, token, 'sites.all', {});
    const found = all.body['sites'] as { slug: string; data: { meta: object } }[];
    const slugs = found.map(({ slug }) => slug);
    const repaired = ['a-list', 'blurred', 'camera', 'deep', 'floors', 'no-data', 'no-meta', 'settings', 'zoomed'];
    expect(slugs.sort()).toEqual([...repaired, 'farm', 'plant', 'works'].sort());
    expect(found.find(({ slug }) => slug === 'deep')!.data.meta).toEqual({ homeBookmark: null, origin: null });
    expect(warnings.map(({ row }) => row)).toContainEqual(expect.stringMatching(/^site \d+, data\.meta\.origin$/));
    const { body } = await query(server, token, 'models.all', {});
    expect((body['models'] as { filepath: string }[]).every(({ filepath }) => filepath !== '')).toBe(true);
  });
});
