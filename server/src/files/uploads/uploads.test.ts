import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { removeUpload } from '../../storage/uploads/stored-upload.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { bytesSource } from '../../storage/objects/object-sources.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { S3Store } from '../../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3 } from '../../storage/objects/testing/test-s3.ts';
import { TwoStores } from '../../storage/objects/two-stores.ts';
import { heldVersion, versionName } from '../../storage/version-folders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deliveryOf, type SentFiles } from './testing/made-delivery.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);
const s3 = await testS3();
const bucketDir = await mkdtemp(path.join(tmpdir(), 'overlook-bucket-'));
afterAll(() => rm(bucketDir, { recursive: true }));

/** Where the bytes lie: in the folder of files, and in an object store, which may be another folder. */
const PLACES = [
  ...kinds.map(({ name, open }) => ({ name: `${name}, in a folder`, open, bucket: null, skip: false })),
  {
    name: 'PGlite, in an object store',
    open: kinds[0]!.open,
    bucket: (): ObjectStore => new FolderStore(bucketDir),
    skip: false,
  },
  {
    name: `PGlite, in S3${s3 ? '' : ` (${S3_SKIPPED})`}`,
    open: kinds[0]!.open,
    bucket: (): ObjectStore => new S3Store(s3!, path.join(bucketDir, 'scratch')),
    skip: !s3,
  },
];
const log = { warn: vi.fn(), error: vi.fn() };

const TILES: SentFiles = [
  { part: 'shaded', path: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset())) },
  { part: 'shaded', path: 'tile.b3dm', bytes: aB3dm() },
];

describe.each(PLACES)('a delivery to a site on $name', ({ open, bucket, skip }) => {
  const test = skip ? it.skip : it;
  let server: TestServer;
  let owner: TestPerson;
  let colleague: TestPerson;
  let origin: string;
  let plant: number;
  let folders: StoredFolders;
  beforeAll(async () => {
    if (skip) return;
    const openObjects = (folder: string) =>
      bucket ? new TwoStores(bucket(), new FolderStore(folder)) : new FolderStore(folder);
    server = await startTestServer({ SITE_GB_MOST: '1' }, undefined, open, { openObjects });
    folders = new StoredFolders({ filesDir: server.filesDir, objects: server.objects });
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    plant = server.siteIds.plant;
    owner = await aPerson(server, { name: 'Olive', entries: { [plant]: { 'SITES:MANAGE': true } } });
    colleague = await aPerson(server, { name: 'Colin', entries: { [plant]: { 'SITES:MANAGE': true } } });
  });
  afterAll(async () => {
    if (skip) return;
    await folders.close();
    await server.close();
    if (bucket) await emptyStore(bucket());
  });
  beforeEach(async () => {
    if (skip) return;
    await db().delete(uploads);
    await db().delete(jobs);
    for (const id of await stored()) await removeUpload(server, id);
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
  /** The ids of the deliveries that have bytes, or a folder. */
  async function stored(): Promise<string[]> {
    const ids = new Set<string>();
    for await (const id of server.objects.names('uploads/')) ids.add(id);
    return [...ids];
  }
  async function keysOf(id: string): Promise<string[]> {
    const keys = [];
    for await (const { key } of server.objects.list(`uploads/${id}/`)) keys.push(key);
    return keys;
  }
  const stores = () => ({ db: db(), filesDir: server.filesDir, objects: server.objects, folders });
  const work = () => createWorker({ db: db(), log, handlers: [uploadHandler(stores())] }).runDue();

  test('is sent in pieces, continued where it stopped, published, and leaves nothing behind', async () => {
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
    expect(await stored()).toEqual([]);
    const [capture] = await db().select().from(captures).where(eq(captures.modeltypeId, 2));
    const file = capture!.filepath.replace('/api/files/', '');
    const { folder, entry } = heldVersion(`/api/files/${file}`)!;
    const tileset = await folders.read(versionName(folder), entry);
    expect(JSON.parse(tileset.toString())).toMatchObject({ asset: {} });
    await db().delete(models).where(eq(models.captureId, capture!.id));
    await db().delete(captures).where(eq(captures.id, capture!.id));
    const actions = await db().select({ action: auditEntries.action }).from(auditEntries);
    expect(actions).toContainEqual({ action: 'uploads.create' });
  });

  test('that was complete when the server ended is imported when somebody asks for its offset, once', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    await send(id, stream, 0);
    await db().delete(jobs);
    await db().update(uploads).set({ state: 'receiving', jobId: null, receivedBytes: 0 });
    expect(await offsetOf(id)).toBe(stream.length);
    expect(await offsetOf(id)).toBe(stream.length);
    expect(await db().$count(jobs)).toBe(1);
  });

  test('belongs to its person and site', async () => {
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

  test('stops while its site is archived, and goes on when that is restored', async () => {
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

  test('that is refused names its file, and is imported again without sending a byte', async () => {
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
    const before = await keysOf(id);
    expect(before.filter((key) => key.endsWith('broken.jpg'))).toHaveLength(bucket ? 0 : 1);
    await db().update(jobs).set({ status: 'cancelled' });
    expect((await retry({ options: {} })).status).toBe(200);
    expect(await keysOf(id)).toEqual(before);
    await work();
    expect(await listed()).toMatchObject([{ state: 'done', warnings: [] }]);
    await db().delete(models).where(eq(models.modeltypeId, 2));
  });

  test('whose bytes have changed on their way is refused', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    stream[stream.length - 40]! ^= 1;
    await send(id, stream, 0);
    await work();
    expect(await listed()).toMatchObject([
      { id, state: 'refused', failure: { error: expect.stringContaining('changed') } },
    ]);
  });

  test('that is cancelled loses every byte, also while it is imported', async () => {
    const { stream, input } = await deliveryOf(TILES);
    for (const end of [150, stream.length]) {
      const id = await begin(input);
      await send(id, stream.subarray(0, end), 0);
      expect(await stored()).toEqual([id]);
      expect((await colleague.ask('POST', `${base()}/${id}/cancel`)).body).toEqual({ status: 'success' });
      expect(await stored()).toEqual([]);
      expect((await send(id, stream.subarray(end), end)).status).toBe(404);
      await work();
      expect(await listed()).toEqual([]);
      expect(await db().$count(models, eq(models.modeltypeId, 2))).toBe(0);
    }
  });

  test('is refused before its first byte where it does not fit, and with a list that is wrong', async () => {
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
    // Nothing behind the list was stored.
    const { listBytes } = upwards.input;
    const list = `uploads/${id}/${bucket ? `${'0'.repeat(15)}-${String(listBytes).padStart(15, '0')}` : 'list'}`;
    expect(await keysOf(id)).toEqual([list]);
    expect((await send(id, upwards.stream.subarray(listBytes), listBytes)).status).toBe(400);
  });

  test('has one writer at a time, and a killed one gives way when its lease is over', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const id = await begin(input);
    const both = await Promise.all([send(id, stream.subarray(0, 90), 0), send(id, stream.subarray(0, 90), 0)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await db()
      .update(uploads)
      .set({ lockOwner: 'killed', lockUntil: sql`now() + interval '1 second'` });
    expect((await send(id, stream.subarray(90), 90)).status).toBe(204);
  });

  test('goes with its site', async () => {
    const site = await aSite(db(), { slug: 'gone' });
    server.forgetPermissions();
    const admin = await aPerson(server, { allowed: ['SITES:MANAGE'] });
    const { stream, input } = await deliveryOf(TILES);
    const { status, body } = await admin.ask('POST', `/sites/manage/${site.id}/uploads`, input);
    expect(status).toBe(200);
    const { id } = body['upload'] as Upload;
    expect((await send(id, stream.subarray(0, 100), 0, { Authorization: `Bearer ${admin.token}` })).status).toBe(204);
    expect(await stored()).toEqual([id]);
    await deleteSite(stores(), 'gone');
    expect(await stored()).toEqual([]);
  });

  test('is removed after a week without a touch, a published one with its line', async () => {
    const { stream, input } = await deliveryOf(TILES);
    const old = await begin(input);
    await send(old, stream.subarray(0, 200), 0);
    const busy = await begin(input);
    await send(busy, stream, 0);
    await db()
      .update(uploads)
      .set({ touchedAt: new Date(server.clock.now().getTime() - UPLOADS.keptMs - 1000) });
    await server.objects.put('uploads/other/0', bytesSource(Buffer.from('of no row')));
    await sweepDeliveries({ ...stores(), clock: server.clock });
    expect(await stored()).toEqual([busy]);
    expect((await listed()).map(({ id }) => id)).toEqual([busy]);
    expect((await tus('HEAD', old)).status).toBe(404);
  });
});
