import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captures as rows } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { ecefFromLla, noMove } from '@overlook/shared/maths';
import type { ManagedCapture } from '@overlook/shared/schemas';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { createMeshIndexes } from '../meshes/mesh-indexes.ts';
import { meshProcesses } from '../meshes/meshes-process.ts';
import { type ImportRequest, importSite } from '../publish/import/import-site.ts';
import type { PlanMaker } from '../publish/site-plan/make-plan.ts';
import { deleteSite } from '../publish/register/stored-sites.ts';
import { aFolder, aGlb, aRoot, aTileset } from '../publish/testing/made-tiles.ts';
import { moveFolders } from '../storage/folders/move-folders.ts';
import { compareFolders, sweepPacked } from '../storage/folders/named-folders.ts';
import { StoredFolders } from '../storage/folders/stored-folders.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { S3Store } from '../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3 } from '../storage/objects/testing/test-s3.ts';
import { TwoStores } from '../storage/objects/two-stores.ts';
import { sharedPath, sharedUri } from '../storage/shared-files.ts';
import { heldVersion, modelUrl, versionName } from '../storage/version-folders.ts';
import { aPerson, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const s3 = await testS3();
const KINDS = [
  { name: 'another folder', open: (dir: string): ObjectStore => new FolderStore(join(dir, 'bucket')), test: it },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    open: (dir: string): ObjectStore => new S3Store(s3!, join(dir, 'scratch')),
    test: s3 ? it : it.skip,
  },
];

const COMMON = aGlb({ size: 0.9 });
const OWN = aGlb({ size: 0.2 });
const LARGE = Buffer.alloc(700_000, 'a picture that does not matter ');

/** Stores a plan beside the tiles, as the one that draws it. */
const makePlan: PlanMaker = async ({ folder }, context) => {
  await context.folders.make(versionName(folder), 'site-plan', async (made) => {
    await mkdir(made);
    await writeFile(join(made, 'home.webp'), 'a picture of the home view');
    return made;
  });
  return {
    tilesUrl: modelUrl(folder, 'site-plan/{z}/{x}/{y}.webp'),
    bounds: [138, -36, 139, -35],
    minZoom: 12,
    maxZoom: 12,
    madeAt: '2026-03-14T00:00:00.000Z',
    homePictureUrl: modelUrl(folder, 'site-plan/home.webp'),
  };
};

/** A tileset of two tiles with names by their content, and a file that is sent as a stream. */
const source = () =>
  aFolder({
    'tileset.json': aTileset(
      aRoot({
        content: undefined,
        children: [COMMON, OWN].map((glb) =>
          aRoot({ content: { uri: sharedUri(sharedPath(glb)) }, transform: undefined }),
        ),
      }),
      { extras: { text: 'x'.repeat(2000) } },
    ),
    [sharedPath(COMMON)]: COMMON,
    [sharedPath(OWN)]: OWN,
    'ä ö/large.jpg': LARGE,
  });

describe.each(KINDS)('versions of layers that are packed into $name', ({ open, test }) => {
  const isRun = test === it;
  let dir: string;
  let bucket: ObjectStore;
  let inFolder: TestServer;
  let packed: TestServer;
  let folders: StoredFolders;
  let person: TestPerson;
  let siteId = 0;
  const sources: string[] = [];

  const publish = async (slug: string, server: TestServer, more: Partial<ImportRequest> = {}) => {
    const shaded = await source();
    sources.push(shaded);
    const stores = server === packed ? { objects: packed.objects, folders } : {};
    const place = { db: server.database.db, filesDir: server.filesDir };
    return importSite({ ...place, ...stores, makePlan, publishedBy: person.id }, { slug, layers: { shaded }, ...more });
  };
  const get = (server: TestServer, url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${person.token}`, ...headers } });
  const keys = async () => {
    const found = [];
    for await (const { key } of bucket.list('packed/')) found.push(key);
    return found.sort();
  };
  const onDisk = () => readdir(join(packed.filesDir, 'models', 'mill')).catch(() => []);
  const captures = async () => {
    const { body } = await person.ask('GET', `/sites/manage/${siteId}/captures`);
    return (body['layers'] as { captures: ManagedCapture[] }[]).flatMap((layer) => layer.captures);
  };

  beforeAll(async () => {
    if (!isRun) return;
    dir = await mkdtemp(join(tmpdir(), 'overlook-packed-'));
    bucket = open(dir);
    inFolder = await startTestServer();
    const { database, clock, webDir } = inFolder;
    const filesDir = join(dir, 'files');
    const objects = new TwoStores(bucket, new FolderStore(filesDir));
    folders = new StoredFolders({ filesDir, objects, clock });
    const env = readEnv({ LOG_LEVEL: 'silent', DATA_DIR: dir });
    const app = await buildApp({ env, db: database.db, filesDir, objects, folders, webDir, clock });
    packed = { ...inFolder, app, filesDir, objects };
    siteId = (await aSite(database.db, { slug: 'mill' })).id;
    person = await aPerson(packed, { allowed: ['VIEW:SHADED', 'SITES:MANAGE', 'POINTGRAB:CREATE'] });
  });
  afterAll(async () => {
    if (!isRun) return;
    await packed.app.close();
    await inFolder.close();
    await folders.close();
    await emptyStore(bucket);
    for (const folder of [dir, ...sources]) await rm(folder, { recursive: true, force: true });
  });

  test('are gone from the disk, and answered as from a folder', async () => {
    const [{ layers: here }, { layers: there }] = [await publish('barn', inFolder), await publish('mill', packed)];
    const [a, b] = [here[0]!.filepath, there[0]!.filepath];
    expect(await onDisk()).toEqual([]);
    expect((await keys()).map((key) => key.split('/').at(-1))).toEqual(['base.zip', 'site-plan.zip']);

    const [{ plan: planA }, { plan: planB }] = await Promise.all([planOf(a), planOf(b)]);
    const home = [planA.homePictureUrl!, planB.homePictureUrl!];
    const shared = ['barn', 'mill'].map((slug) => `/api/files/models/${slug}/shaded/${sharedPath(OWN)}`);
    const beside = (name: string) => [a, b].map((url) => url.replace('tileset.json', name));
    const pairs = [[a, b], home, shared, beside('%C3%A4%20%C3%B6/large.jpg'), beside('none.json'), beside('objects')];
    for (const [one, other] of pairs)
      for (const headers of [
        {},
        { 'accept-encoding': 'br' },
        { 'accept-encoding': 'gzip' },
        { range: 'bytes=3-40' },
        { range: 'bytes=-1' },
        { range: 'bytes=99999999-' },
      ]) {
        const [expected, answer] = [await get(inFolder, one!, headers), await get(packed, other!, headers)];
        expect(answer.statusCode).toBe(expected.statusCode);
        expect(answer.rawPayload.equals(expected.rawPayload)).toBe(true);
        for (const name of [
          'content-type',
          'content-encoding',
          'content-range',
          'content-length',
          'vary',
          'cache-control',
        ])
          expect([name, answer.headers[name]]).toEqual([name, expected.headers[name]]);
      }
    const answer = await get(packed, b);
    const known = await get(packed, b, { 'if-none-match': String(answer.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await get(packed, b, { range: 'bytes=0-1', 'if-range': String(answer.headers.etag) })).body).toBe('{"');
    expect((await get(packed, b, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);

    async function planOf(filepath: string) {
      const [row] = await packed.database.db.select().from(rows).where(eq(rows.filepath, filepath));
      return { plan: row!.plan! };
    }
  });

  test('are moved by hand, cut and removed with what was made from them', async () => {
    const [capture] = await captures();
    const place = (placement: object | null) =>
      person.ask('POST', `/sites/manage/${siteId}/captures/${capture!.id}/place`, { placement });
    const at = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 31 });
    const moved = { ...noMove(at), shiftM: [3, 0, 0], by: 'hand', count: 0, rmsM: null };
    expect(await place(moved)).toMatchObject({ status: 200 });
    const { filepath } = (await captures())[0]!;
    expect(filepath).not.toBe(capture!.filepath);
    expect((await get(packed, filepath)).json()).toMatchObject({ root: { transform: expect.any(Array) } });

    const meshIndexes = createMeshIndexes({ folders, memoryMb: 512, index: meshProcesses.index });
    const bytes = await meshIndexes.bytesOf(heldVersion(filepath)!);
    const again = await meshIndexes.withIndex(heldVersion(filepath)!, async (paths) => [
      await readdir(paths.indexFolder),
      (await readdir(paths.versionFolder)).includes('tileset.json'),
    ]);
    expect([bytes.length > 0, again[1]]).toEqual([true, true]);
    const mark = /placed-([0-9a-f]+)/.exec(filepath)![1]!;
    expect((await keys()).filter((key) => key.includes(mark)).map((key) => key.split('/').at(-1))).toEqual([
      `mesh-index.${mark}.zip`,
      `placed-${mark}.zip`,
    ]);
    expect(await place(null)).toMatchObject({ status: 200 });
    expect((await keys()).filter((key) => key.includes(mark))).toEqual([]);

    await publish('mill', packed, { captured: '2026-06-01', draft: true });
    const draft = (await captures()).find(({ publishedAt }) => publishedAt === null)!;
    const stored = (await keys()).length;
    expect(await person.ask('POST', `/sites/manage/${siteId}/captures/${draft.id}/discard`, {})).toMatchObject({
      status: 200,
    });
    await expect.poll(async () => (await keys()).length < stored).toBe(true);
    expect((await get(packed, draft.filepath)).statusCode).toBe(404);
  });

  test('are moved to the disk and back while they are read', async () => {
    const [capture] = await captures();
    const { filepath } = capture!;
    const tile = `/api/files/models/mill/shaded/${sharedPath(OWN)}`;
    const urls = [filepath, tile, filepath.replace('tileset.json', 'site-plan/home.webp')];
    const expected = await Promise.all(urls.map(async (url) => (await get(packed, url)).rawPayload));
    const moved = new AbortController();
    const reading = (async () => {
      while (!moved.signal.aborted)
        for (const [i, url] of urls.entries()) {
          const answer = await get(packed, url);
          expect([answer.statusCode, answer.rawPayload.equals(expected[i]!)]).toEqual([200, true]);
          // What is in memory needs no turn of the event loop, which the move waits for.
          await turn();
        }
    })();
    const { db } = packed.database;
    const stores = { db, filesDir: packed.filesDir, objects: packed.objects as TwoStores, folders };
    const move = (back: boolean, keeps = false) =>
      moveFolders(stores, { back, keeps, signal: moved.signal, onProgress: () => {} });
    const before = await keys();
    expect(await move(true)).toMatchObject({ moved: 1, failed: [] });
    expect([await keys(), await onDisk()]).toEqual([[], ['shaded']]);
    expect(await move(false, true)).toMatchObject({ moved: 1, failed: [] });
    expect([await keys(), await onDisk()]).toEqual([before, ['shaded']]);
    expect(await move(false)).toMatchObject({ moved: 0, already: 1, failed: [] });
    expect([await keys(), await onDisk()]).toEqual([before, []]);
    moved.abort();
    await reading;
  });

  test('that nothing names are swept, and lost ones are named', async () => {
    const { db } = packed.database;
    await bucket.put('packed/models/mill/shaded/mwqma9uj-554509a98fa7/base.zip', {
      sizeBytes: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      open: () => new Blob([]).stream() as never,
    });
    const before = await keys();
    await sweepPacked({ db, objects: bucket }, Date.now() - 86_400_000);
    expect(await keys()).toEqual(before);
    await sweepPacked({ db, objects: bucket }, Infinity);
    expect(await keys()).toEqual(before.filter((key) => !key.includes('mwqma9uj')));

    const [capture] = await captures();
    const name = versionName(heldVersion(capture!.filepath)!.folder);
    await bucket.delete(`packed/${name}/base.zip`);
    packed.clock.advance(60_000);
    const answer = await get(packed, capture!.filepath);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'FILE_LOST']);
    const { lost } = await compareFolders({ db, objects: packed.objects, folders }, () => {});
    expect(lost.filter((one) => one.includes('/mill/'))).toEqual([name]);
    await deleteSite({ db, filesDir: packed.filesDir, objects: packed.objects }, 'mill');
    expect(await keys()).toEqual([]);
  });
});
