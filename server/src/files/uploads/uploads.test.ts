import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { captures, auditEntries, jobs, models, sites, uploads } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { UPLOADS } from '@overlook/shared/config';
import type { Upload } from '@overlook/shared/schemas';
import { uploadHandler } from '../../domains/uploads/publish-upload.ts';
import { sweepDeliveries } from '../../domains/uploads/sweep-deliveries.ts';
import { deleteSite } from '../../publish/register/stored-sites.ts';
import { aB3dm, aTileset } from '../../publish/testing/made-tiles.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deliveryOf, type SentFiles } from './testing/made-delivery.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);
const log = { warn: vi.fn(), error: vi.fn() };

const TILES: SentFiles = [
  { part: 'shaded', path: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset())) },
  { part: 'shaded', path: 'tile.b3dm', bytes: aB3dm() },
];

describe.each(kinds)('a delivery to a site on $name', ({ open }) => {
  let server: TestServer;
  let owner: TestPerson;
  let colleague: TestPerson;
  let origin: string;
  let plant: number;
  beforeAll(async () => {
    server = await startTestServer({ SITE_GB_MOST: '1' }, undefined, open);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    plant = server.siteIds.plant;
    owner = await aPerson(server, { name: 'Olive', entries: { [plant]: { 'SITES:MANAGE': true } } });
    colleague = await aPerson(server, { name: 'Colin', entries: { [plant]: { 'SITES:MANAGE': true } } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await db().delete(uploads);
    await db().delete(jobs);
    await rm(path.join(server.filesDir, 'uploads'), { recursive: true, force: true });
    await db().update(sites).set({ archivedAt: null });
  });
  const db = () => server.database.db;
  const base = () => `/sites/manage/${plant}/uploads`;
  const begin = async (input: object, person = owner) => {
    const { status, body } = await person.ask('POST', base(), input);
    expect(body).toMatchObject({ upload: { state: 'receiving', receivedBytes: 0, isOwn: true } });
    expect(status).toBe(200);
    return (body['upload'] as Upload).id;
  };
  const tus = (method: 'HEAD' | 'PATCH', id: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    fetch(`${origin}/api/uploads/${id}`, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${owner.token}`, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const offsetOf = async (id: string) => Number((await tus('HEAD', id)).headers.get('upload-offset'));
  const send = (id: string, bytes: Uint8Array, offset: number, headers: Record<string, string> = {}) =>
    tus(
      'PATCH',
      id,
      { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
      bytes,
    );
  const listed = async (person = owner) => (await person.ask('GET', base())).body['uploads'] as Upload[];
  const folders = () => readdir(path.join(server.filesDir, 'uploads')).catch(() => []);
  const work = () =>
    createWorker({ db: db(), log, handlers: [uploadHandler({ db: db(), filesDir: server.filesDir })] }).runDue();

  it('is sent in pieces, continued where it stopped, published, and leaves nothing behind', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    expect((await send(id, stream.subarray(0, 100), 0)).status).toBe(204);
    expect(await offsetOf(id)).toBe(100);
    // The answer to these bytes was lost, so that they are sent again.
    expect((await send(id, stream.subarray(0, 100), 0)).status).toBe(409);
    expect((await send(id, stream.subarray(100), 100)).headers.get('upload-offset')).toBe(String(stream.length));
    expect(await listed(colleague)).toMatchObject([
      { id, state: 'working', by: expect.stringMatching(/^Olive /), isOwn: false, receivedBytes: stream.length },
    ]);
    await work();
    expect(await listed()).toMatchObject([{ id, state: 'done', failure: null, finishedAt: expect.any(String) }]);
    expect(await folders()).toEqual([]);
    const [capture] = await db().select().from(captures).where(eq(captures.modeltypeId, 2));
    const file = capture!.filepath.replace('/api/files/', '');
    expect(JSON.parse(await readFile(path.join(server.filesDir, file), 'utf8'))).toMatchObject({ asset: {} });
    await db().delete(models).where(eq(models.captureId, capture!.id));
    await db().delete(captures).where(eq(captures.id, capture!.id));
    const actions = await db().select({ action: auditEntries.action }).from(auditEntries);
    expect(actions).toContainEqual({ action: 'uploads.create' });
  });

  it('that was complete when the server ended is imported when somebody asks for its offset, once', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    await send(id, stream, 0);
    await db().delete(jobs);
    await db().update(uploads).set({ state: 'receiving', jobId: null, receivedBytes: 0 });
    expect(await offsetOf(id)).toBe(stream.length);
    expect(await offsetOf(id)).toBe(stream.length);
    expect(await db().$count(jobs)).toBe(1);
  });

  it('belongs to its person and site', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    const as = (token: string | null) =>
      send(id, stream, 0, { Authorization: token === null ? '' : `Bearer ${token}` }).then(({ status }) => status);
    const viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    expect(await as(null)).toBe(401);
    expect(await as(viewer.token)).toBe(404);
    expect(await as(colleague.token)).toBe(403);
    expect((await viewer.ask('GET', base())).status).toBe(404);
    expect((await viewer.ask('POST', `${base()}/${id}/cancel`)).status).toBe(404);
    const elsewhere = `/sites/manage/${server.siteIds.farm}/uploads/${id}/cancel`;
    const everywhere = await aPerson(server, { allowed: ['SITES:MANAGE'] });
    expect((await everywhere.ask('POST', elsewhere)).status).toBe(404);
    expect((await tus('HEAD', 'no-uuid')).status).toBe(404);
    for (const method of ['POST', 'DELETE', 'GET'])
      expect((await fetch(`${origin}/api/uploads/${id}`, { method })).status, method).toBe(404);
    expect(await offsetOf(id)).toBe(0);
  });

  it('stops while its site is archived, and goes on when that is restored', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    await db().update(sites).set({ archivedAt: new Date() });
    const refused = await send(id, stream, 0);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('archived') });
    expect((await owner.ask('POST', base(), input)).status).toBe(409);
    await db().update(sites).set({ archivedAt: null });
    expect((await send(id, stream, 0)).status).toBe(204);
    await db().update(sites).set({ archivedAt: new Date() });
    await work();
    expect(await listed()).toMatchObject([
      { state: 'refused', failure: { error: expect.stringContaining('archived') } },
    ]);
  });

  it('that is refused names its file, and is imported again without sending a byte', async () => {
    const { stream, input } = await deliveryOf([
      ...TILES,
      { part: 'photos', path: 'day 1/broken.jpg', bytes: Buffer.from('no photo') },
    ]);
    const id = await begin({ ...input, options: { at: { longitude: 138, latitude: -35, height: 0 } } });
    await send(id, stream, 0);
    await work();
    const [refused] = await listed();
    expect(refused).toMatchObject({ state: 'refused', receivedBytes: stream.length });
    expect(refused!.failure).toMatchObject({
      file: 'tileset.json',
      place: 'root',
      reason: 'has a position of its own. Omit “Position”, or add “Move data that has a position, too” to move it.',
    });
    const retry = (body: object) => owner.ask('POST', `${base()}/${id}/retry`, body);
    for (const name of ['photos/../../list', 'photos/none.jpg', 'other/x', 'photos'])
      expect((await retry({ options: {}, leftOut: [name] })).status, name).toBe(400);
    const again = await retry({ options: {}, leftOut: ['photos/day 1/broken.jpg'] });
    expect(again).toMatchObject({ status: 200, body: { upload: { state: 'working', failure: null } } });
    expect((await retry({ options: {} })).status).toBe(409);
    // The answer promises nothing that is not stored: the file goes with the job, also after a crash or a cancelled job.
    const file = path.join(server.filesDir, 'uploads', id, 'parts/photos/day 1/broken.jpg');
    expect((await stat(file)).isFile()).toBe(true);
    await db().update(jobs).set({ status: 'cancelled' });
    expect((await retry({ options: {} })).status).toBe(200);
    await work();
    expect(await listed()).toMatchObject([{ state: 'done', warnings: [] }]);
    await db().delete(models).where(eq(models.modeltypeId, 2));
  });

  it('whose bytes have changed on their way is refused', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    stream[stream.length - 40]! ^= 1;
    await send(id, stream, 0);
    await work();
    expect(await listed()).toMatchObject([
      { id, state: 'refused', failure: { error: expect.stringContaining('changed') } },
    ]);
  });

  it('that is cancelled loses every byte, also while it is imported', async () => {
    const { stream, input } = await deliveryOf(TILES);
    for (const end of [150, stream.length]) {
      const id = await begin(input);
      await send(id, stream.subarray(0, end), 0);
      expect((await stat(path.join(server.filesDir, 'uploads', id))).isDirectory()).toBe(true);
      expect((await colleague.ask('POST', `${base()}/${id}/cancel`)).body).toEqual({ status: 'success' });
      expect(await folders()).toEqual([]);
      expect((await send(id, stream.subarray(end), end)).status).toBe(404);
      await work();
      expect(await listed()).toEqual([]);
      expect(await db().$count(models, eq(models.modeltypeId, 2))).toBe(0);
    }
  });

  it('is refused before its first byte where it does not fit, and with a list that is wrong', async () => {
    const { input } = await deliveryOf(TILES);
    expect(await owner.ask('POST', base(), { ...input, bytes: 1e15 })).toMatchObject({ status: 507 });
    const quota = await owner.ask('POST', base(), { ...input, bytes: 1.1e9 });
    expect(quota).toMatchObject({ status: 507, body: { error: expect.stringContaining('The site may take') } });
    expect((await owner.ask('GET', base())).body['spaceBytes']).toBeLessThanOrEqual(1e9);
    const upwards = await deliveryOf([{ part: 'points', path: '../../evil.las', bytes: Buffer.from('x') }]);
    const id = await begin(upwards.input);
    const answer = await send(id, upwards.stream, 0);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('line 1') });
    expect(await readdir(path.join(server.filesDir, 'uploads', id))).toEqual(['list']);
  });

  it('has one writer at a time, and a killed one gives way when its lease is over', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    const both = await Promise.all([send(id, stream.subarray(0, 90), 0), send(id, stream.subarray(0, 90), 0)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await db()
      .update(uploads)
      .set({ lockOwner: 'killed', lockUntil: sql`now() + interval '1 second'` });
    expect((await send(id, stream.subarray(90), 90)).status).toBe(204);
  });

  it('goes with its site', async () => {
    const site = await aSite(db(), { slug: 'gone' });
    server.forgetPermissions();
    const admin = await aPerson(server, { allowed: ['SITES:MANAGE'] });
    const { input } = await deliveryOf(TILES);
    expect((await admin.ask('POST', `/sites/manage/${site.id}/uploads`, input)).status).toBe(200);
    expect(await folders()).toHaveLength(1);
    await deleteSite({ db: db(), filesDir: server.filesDir }, 'gone');
    expect(await folders()).toEqual([]);
  });

  it('is removed after a week without a touch, a published one with its line', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const old = await begin(input);
    const busy = await begin(input);
    await send(busy, stream, 0);
    await db()
      .update(uploads)
      .set({ touchedAt: new Date(server.clock.now().getTime() - UPLOADS.keptMs - 1000) });
    await sweepDeliveries({ db: db(), filesDir: server.filesDir, clock: server.clock });
    expect(await folders()).toEqual([busy]);
    expect((await listed()).map(({ id }) => id)).toEqual([busy]);
    expect((await tus('HEAD', old)).status).toBe(404);
  });
});
