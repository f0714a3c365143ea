import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditEntries, captures, cadTrees, models, mocs, sites, snapshots } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { Capture, ManagedCapture } from '@overlook/shared/schemas';
import { type ImportRequest, importSite } from '../../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../../publish/testing/made-tiles.ts';
import { aTree } from '../../publish/testing/made-tree.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, askAs, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aGrant, openGrantOf } from '../../testing/visitors.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('captures on $name', ({ open }) => {
  let server: TestServer;
  let publisher: TestPerson;
  let manager: TestPerson;
  let viewer: TestPerson;
  let siteId: number;
  let slug = '';
  let madeSites = 0;
  let source: string;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    source = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
    const views = ['VIEW:TEXTURED', 'VIEW:CAD'] as const;
    publisher = await aPerson(server, { allowed: [...views, 'SITES:MANAGE'] });
    manager = await aPerson(server, { allowed: [...views, 'SITES:MANAGE'] });
    viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
  });
  afterAll(async () => {
    await server.close();
    await rm(source, { recursive: true });
  });
  beforeEach(async () => {
    // The server remembers for a while which site has a short name.
    slug = `mill-${++madeSites}`;
    siteId = (await aSite(server.database.db, { slug })).id;
    // And for a while the permissions of people, which name their sites.
    server.clock.advance(PERMISSION_CACHE_MS);
  });
  afterEach(() => server.database.db.delete(sites).where(eq(sites.id, siteId)));

  const publish = (captured: string | null, more: Partial<ImportRequest> = {}) =>
    importSite(
      { db: server.database.db, filesDir: server.filesDir, publishedBy: publisher.id },
      { slug, layers: { textured: source }, ...(captured === null ? {} : { captured }), ...more },
    );
  const draft = (captured: string, more: Partial<ImportRequest> = {}) => publish(captured, { draft: true, ...more });
  const seen = async ({ ask }: Pick<TestPerson, 'ask'>) =>
    (await ask('GET', `/captures/${siteId}`)).body['captures'] as Capture[];
  const datesSeen = async (person: Pick<TestPerson, 'ask'>) => (await seen(person)).map(({ takenOn }) => takenOn);
  const managed = async ({ ask }: TestPerson) => {
    const { layers } = (await ask('GET', `/sites/manage/${siteId}/captures`)).body;
    return (layers as { captures: ManagedCapture[] }[]).flatMap((layer) => layer.captures);
  };
  const change = ({ ask }: TestPerson, captureId: number, action: string, input: object = {}) =>
    ask('POST', `/sites/manage/${siteId}/captures/${captureId}/${action}`, input);
  const layerOf = async ({ ask }: TestPerson): Promise<{ filepath: string } | undefined> => {
    const groups = (await ask('GET', '/modelgroups/all')).body['modelgroups'] as { id: number; siteId: number }[];
    const rows = (await ask('GET', '/models/all')).body['models'] as { modelgroupId: number; filepath: string }[];
    return rows.find((row) => groups.some((group) => group.id === row.modelgroupId && group.siteId === siteId));
  };
  const fileStatus = async (url: string, { token }: { token: string }) =>
    (await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  const onDisk = (filepath: string) => path.join(server.filesDir, filepath.replace('/api/files/', ''));
  const filepathOf = async (captured: string, more?: Partial<ImportRequest>) =>
    (await publish(captured, more)).layers[0]!.filepath;

  it('are kept beside each other, and old clients see the newest', async () => {
    const march = await filepathOf('2026-03-14');
    const september = await filepathOf('2026-09-26');
    const older = await filepathOf('2025-09');
    expect(await seen(viewer)).toMatchObject([
      { takenOn: '2025-09-01', precision: 'month', filepath: older, isCurrent: false },
      { takenOn: '2026-03-14', precision: 'day', filepath: march, isCurrent: false },
      { takenOn: '2026-09-26', precision: 'day', filepath: september, isCurrent: true },
    ]);
    expect(await layerOf(viewer)).toMatchObject({ filepath: september });
    for (const filepath of [older, march, september]) expect(await fileStatus(filepath, viewer)).toBe(200);
    await expect(publish('2026-03-14')).rejects.toThrow(
      'has a capture of its textured layer of 2026-03-14 already. Add --replace to replace it.',
    );
    await expect(publish(null)).rejects.toThrow('Add --captured with a date to keep both, or --replace');
  });

  it('are corrected one by one: only the replaced files are removed, and the row stays', async () => {
    const march = await filepathOf('2026-03-14');
    const september = await filepathOf('2026-09-26');
    const [before] = await seen(viewer);
    const corrected = await filepathOf('2026-03-14', { replace: true });
    expect(await seen(viewer)).toMatchObject([{ id: before!.id, filepath: corrected }, { filepath: september }]);
    expect([march, september, corrected].map((filepath) => existsSync(onDisk(filepath)))).toEqual([false, true, true]);
    // Without a date it is the newest one, whose stated date stays.
    const newest = (await publish(null, { replace: true })).layers[0]!;
    expect(newest).toMatchObject({ isReplacement: true, takenOn: '2026-09-26', precision: 'day' });
    expect(existsSync(onDisk(september))).toBe(false);
    expect(await layerOf(viewer)).toMatchObject({ filepath: newest.filepath });
  });

  it('of a layer that a person may not see do not exist for that person', async () => {
    await publish('2026-03-14', { layers: { cad: source } });
    expect(await datesSeen(viewer)).toEqual([]);
    expect(await datesSeen(manager)).toEqual(['2026-03-14']);
    const stranger = await aPerson(server);
    expect(await datesSeen(stranger)).toEqual([]);
    expect((await stranger.ask('GET', `/sites/manage/${siteId}/captures`)).status).toBe(404);
  });

  describe('as a draft', () => {
    it('are seen by their publisher alone, by no address of others, and change nothing for them', async () => {
      const published = await filepathOf('2026-03-14');
      const { filepath, captureId } = (await draft('2026-09-26')).layers[0]!;
      expect(await seen(publisher)).toMatchObject([
        { isCurrent: true },
        { filepath, publishedAt: null, isCurrent: false },
      ]);
      expect(await fileStatus(filepath, publisher)).toBe(200);
      for (const other of [manager, viewer]) {
        expect(await datesSeen(other)).toEqual(['2026-03-14']);
        expect(await fileStatus(filepath, other)).toBe(404);
        expect(await layerOf(other)).toMatchObject({ filepath: published });
      }
      expect(await managed(manager)).toHaveLength(1);
      for (const action of ['publish', 'discard', 'withdraw'])
        expect(await change(manager, captureId, action)).toMatchObject({ status: 404 });
      expect((await change(publisher, captureId, 'withdraw')).body['error']).toBe(CAPTURES_MESSAGES['captures.draft']);
    });

    it('of a layer that the site does not have leave the site without that layer', async () => {
      const { filepath, modelId } = (await draft('2026-09-26')).layers[0]!;
      expect([modelId, await layerOf(publisher)]).toEqual([null, undefined]);
      expect(await fileStatus(filepath, publisher)).toBe(200);
      const [{ id }] = (await seen(publisher)) as [Capture];
      expect((await change(publisher, id, 'publish')).status).toBe(200);
      expect(await layerOf(viewer)).toMatchObject({ filepath });
    });

    it('are published, and seen by others at once', async () => {
      await publish('2026-03-14');
      const { filepath, captureId } = (await draft('2026-09-26')).layers[0]!;
      expect(await fileStatus(filepath, viewer)).toBe(404);
      expect((await change(publisher, captureId, 'publish')).status).toBe(200);
      expect(await fileStatus(filepath, viewer)).toBe(200);
      expect(await layerOf(viewer)).toMatchObject({ filepath });
      const again = await change(publisher, captureId, 'publish');
      expect([again.status, again.body['error']]).toEqual([409, CAPTURES_MESSAGES['captures.noDraft']]);
      const [entry] = await server.database.db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.action, 'captures.publish'), eq(auditEntries.subject, `site:${siteId}`)));
      expect(entry).toMatchObject({ userId: publisher.id, details: { layer: 'Textured', takenOn: '2026-09-26' } });
    });

    it('replace the capture of the same date only on request, in its row', async () => {
      const march = await filepathOf('2026-03-14');
      const [before] = (await seen(viewer)) as [Capture];
      const { filepath, captureId } = (await draft('2026-03-14')).layers[0]!;
      expect((await change(publisher, captureId, 'publish')).body['error']).toContain('2026-03-14 already');
      expect((await change(publisher, captureId, 'publish', { replace: true })).status).toBe(200);
      expect(await seen(viewer)).toMatchObject([{ id: before.id, filepath, isCurrent: true }]);
      await vi.waitFor(() => expect(existsSync(onDisk(march))).toBe(false));
    });

    it('are thrown away with every byte', async () => {
      await publish('2026-03-14');
      const { filepath, captureId } = (await draft('2026-09-26')).layers[0]!;
      expect((await change(publisher, captureId, 'discard')).status).toBe(200);
      expect(await datesSeen(publisher)).toEqual(['2026-03-14']);
      await vi.waitFor(() => expect(existsSync(path.dirname(onDisk(filepath)))).toBe(false));
      expect((await change(publisher, captureId, 'discard')).status).toBe(404);
    });

    it('of a person without an account any more belong to those who manage the site', async () => {
      const { captureId } = (await draft('2026-09-26')).layers[0]!;
      expect(await datesSeen(manager)).toEqual([]);
      await server.database.db.update(captures).set({ createdBy: null }).where(eq(captures.id, captureId));
      expect(await datesSeen(manager)).toEqual(['2026-09-26']);
      expect(await datesSeen(viewer)).toEqual([]);
      expect((await change(manager, captureId, 'discard')).status).toBe(200);
    });
  });

  it('are withdrawn, restored and deleted, but never the last one', async () => {
    const march = await filepathOf('2026-03-14');
    const september = await filepathOf('2026-09-26');
    const [first, second] = (await seen(viewer)) as [Capture, Capture];
    expect((await change(manager, second.id, 'delete')).body['error']).toBe(
      CAPTURES_MESSAGES['captures.withdrawFirst'],
    );
    expect((await change(manager, second.id, 'withdraw')).status).toBe(200);
    expect(await layerOf(viewer)).toMatchObject({ filepath: march });
    expect(await datesSeen(viewer)).toEqual(['2026-03-14']);
    expect((await change(manager, first.id, 'withdraw')).body['error']).toBe(CAPTURES_MESSAGES['captures.onlyOne']);
    server.clock.advance(60_000);
    expect(await fileStatus(september, viewer)).toBe(404);
    // Its date is free meanwhile.
    await publish('2026-09-26');
    expect((await change(manager, second.id, 'restore')).status).toBe(409);
    expect((await change(manager, second.id, 'date', { captured: '2026-09-27' })).status).toBe(200);
    expect((await change(manager, second.id, 'restore')).status).toBe(200);
    expect(await layerOf(viewer)).toMatchObject({ filepath: september });
    expect((await change(manager, second.id, 'withdraw')).status).toBe(200);
    expect((await change(manager, second.id, 'delete')).status).toBe(200);
    await vi.waitFor(() => expect(existsSync(onDisk(september))).toBe(false));
    expect((await managed(manager)).map(({ takenOn }) => takenOn)).toEqual(['2026-09-26', '2026-03-14']);
  });

  it('get another date, which no other of the layer has, and which is not in the future', async () => {
    await publish('2026-03-14');
    await publish('2026-09-26');
    const [first] = (await seen(viewer)) as [Capture];
    const dated = (captured: string) => change(manager, first.id, 'date', { captured });
    expect([(await dated('2026-09-26')).status, (await dated('2999')).status, (await dated('March')).status]).toEqual([
      409, 400, 400,
    ]);
    expect((await dated('2026-10')).status).toBe(200);
    expect(await seen(viewer)).toMatchObject([
      { takenOn: '2026-09-26', isCurrent: false },
      { id: first.id, takenOn: '2026-10-01', precision: 'month', isCurrent: true },
    ]);
  });

  it('that a rule lets go are removed with the next publication, except those that something names', async () => {
    const { db } = server.database;
    const oldest = await filepathOf('2024-01-01');
    for (const captured of ['2024-06-01', '2025-01-01', '2025-06-01']) await publish(captured);
    const keep = { modeltypeId: 3, keep: { kind: 'newest', count: 2 } };
    expect((await manager.ask('POST', `/sites/manage/${siteId}/captures/keep`, keep)).status).toBe(200);
    const link = 'v=1&site=mill&layers=3&at=2024-06-01%2C';
    await db.insert(snapshots).values({ siteId, name: 'Flare', view: { link } as never, createdBy: viewer.id });
    const measurements = { lines: [{ points: [{ takenOn: '2025-01-01' }] }] } as never;
    await db.insert(mocs).values({ siteId, name: 'New spool', documentNumber: '1', measurements });
    const next = async () => (await managed(manager)).filter((one) => one.isNextToGo).map(({ takenOn }) => takenOn);
    expect(await next()).toEqual(['2024-01-01']);
    expect(
      (await managed(manager)).map(({ takenOn, references: { places, mocs: changes } }) => [takenOn, places, changes]),
    ).toEqual([
      ['2025-06-01', 0, 0],
      ['2025-01-01', 0, 1],
      ['2024-06-01', 1, 0],
      ['2024-01-01', 0, 0],
    ]);
    await publish('2026-01-01');
    expect(await datesSeen(viewer)).toEqual(['2024-06-01', '2025-01-01', '2025-06-01', '2026-01-01']);
    expect(existsSync(onDisk(oldest))).toBe(false);
    const named = (await seen(viewer)).find(({ takenOn }) => takenOn === '2024-06-01')!;
    await change(manager, named.id, 'withdraw');
    expect((await change(manager, named.id, 'delete')).body['error']).toContain('names the date of this capture');
    expect((await change(manager, named.id, 'delete', { evenIfNamed: true })).status).toBe(200);
  });

  it('of visitors are the newest one, and those that their link names', async () => {
    const filepaths = [await filepathOf('2025-01-01'), await filepathOf('2026-03-14'), await filepathOf('2026-09-26')];
    const view = 'v=1&site=mill&layers=3&at=2026-03-14';
    const visitorOf = async (wanted: object) => {
      const made = await aGrant(server, siteId, { permissions: ['VIEW:TEXTURED'], ...wanted });
      const token = (await openGrantOf(server, made.body as { token: string })).body['visitorToken'] as string;
      return { token, ask: askAs(server, token) };
    };
    const linked = await visitorOf({ view });
    const plain = await visitorOf({});
    expect(await datesSeen(linked)).toEqual(['2026-03-14', '2026-09-26']);
    expect(await datesSeen(plain)).toEqual(['2026-09-26']);
    const statuses = async (visitor: { token: string }) =>
      Promise.all(filepaths.map((filepath) => fileStatus(filepath, visitor)));
    expect(await statuses(linked)).toEqual([404, 200, 200]);
    expect(await statuses(plain)).toEqual([404, 404, 200]);
  });

  it('have object trees of their own', async () => {
    const { db } = server.database;
    for (const [captured, name] of [
      ['2026-03-14', 'Scaffold'],
      ['2026-09-26', 'Spool'],
    ] as const) {
      const cad = await aFolder({
        'tileset.json': aTileset(),
        'tile.b3dm': aB3dm(),
        'tree.jsonl': aTree([{ id: 1, name }]),
      });
      await publish(captured, { layers: { cad } });
      await rm(cad, { recursive: true });
    }
    const roots = async (captureId?: number) => {
      const at = captureId === undefined ? '' : `?captureId=${captureId}`;
      const { body } = await manager.ask('GET', `/sites/${siteId}/cad/tree/root${at}`);
      return (body['items'] as { name: string }[]).map(({ name }) => name);
    };
    const [first, second] = (await seen(manager)) as [Capture, Capture];
    expect([await roots(), await roots(second.id), await roots(first.id)]).toEqual([
      ['Spool'],
      ['Spool'],
      ['Scaffold'],
    ]);
    expect(await roots(2_000_000)).toEqual([]);
    await change(manager, first.id, 'withdraw');
    await change(manager, first.id, 'delete');
    await vi.waitFor(async () => expect(await db.$count(cadTrees, eq(cadTrees.captureId, second.id))).toBe(1));
    expect(await roots()).toEqual(['Spool']);
  });

  it('of an archived site do not exist for those who view it', async () => {
    const filepath = await filepathOf('2026-03-14');
    expect(await fileStatus(filepath, viewer)).toBe(200);
    await manager.ask('POST', `/sites/manage/${siteId}/archive`);
    server.clock.advance(PERMISSION_CACHE_MS);
    expect([await datesSeen(viewer), await fileStatus(filepath, viewer)]).toEqual([[], 404]);
    expect(await managed(manager)).toHaveLength(1);
  });

  it('are removed with their site', async () => {
    await publish('2026-03-14');
    await draft('2026-09-26');
    await server.database.db.delete(sites).where(eq(sites.id, siteId));
    expect(await server.database.db.$count(captures, eq(captures.siteId, siteId))).toBe(0);
    expect(await server.database.db.$count(models)).toBeGreaterThan(0);
  });
});
