import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { contentsOf, type Database, openDatabase, RESTORE_MARK, withSnapshot } from '@overlook/db';
import { instanceState, sites } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import { emptyStore, S3_SKIPPED, testS3 } from '../storage/objects/testing/test-s3.ts';
import type { VersionOwner } from '../storage/version-folders.ts';
import { BackupRepository } from './backup-repository.ts';
import { type BackupTarget, openTarget } from './backup-target.ts';
import { type BackupContext, createBackup } from './create-backup.ts';
import { begunRestore, restoreBackup } from './restore-backup.ts';
import { pruneBackups, verifyBackups } from './verify-backup.ts';

const KEY = Buffer.alloc(32, 7);
const SECRET = 'a name that nobody else may read';

let database: Database;
let root: string;
let dataDir: string;
let count = 0;

const s3 = await testS3();
const KINDS = [
  { name: 'a folder', isSkipped: false, address: () => fresh() },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    isSkipped: s3 === null,
    address: async () => `s3://${s3!.bucket}/${s3!.prefix}${++count}?endpoint=${s3!.endpoint}`,
  },
];

const fresh = async () => {
  const place = path.join(root, `place-${++count}`);
  await mkdir(place);
  return place;
};
const quietly = (signal = new AbortController().signal): BackupContext => ({ signal, onProgress: () => {} });

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-backup-'));
  dataDir = path.join(root, 'data');
  database = await openMemoryDatabase();
  await aSite(database.db, { name: `${SECRET}\u2028\r` });
  await aFile('files/models/a/points/v1/tileset.json', '{}');
  await aFile('files/models/a/points/v1/0.bin', SECRET.repeat(1000));
  await aFile('files/models/a/points/v2/0.bin', SECRET.repeat(1000));
  await aFile('files/incoming/half', 'half');
  await aFile('layers/pumps/empty.json', '');
  await aFile('geoids/größe.gtx', 'grid');
  await aFile('secret.key', '11'.repeat(32));
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});

async function aFile(name: string, text: string): Promise<void> {
  const file = path.join(dataDir, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

const installation = () => ({
  db: database.db,
  env: { dataDir, databaseUrl: null, secretKey: null },
  objects: new FolderStore(path.join(dataDir, 'files')),
});
const restoring = (place: string, context = quietly()) => ({
  place: { dataDir: place, databaseUrl: null, secretKey: null },
  context,
});

/** All files below a folder, by their relative paths. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

const owner = (of: Partial<VersionOwner>): Buffer =>
  Buffer.from(JSON.stringify({ pid: 7, host: hostname(), startedAt: Date.now(), ...of }));

describe.each(KINDS)('backups in $name', ({ address, isSkipped }) => {
  const test = isSkipped ? it.skip : it;
  const opened: BackupTarget[] = [];
  const aTarget = async (): Promise<BackupTarget> => {
    const target = await openTarget(await address(), { dataDir, storage: null, backupKeys: s3 });
    opened.push(target);
    return target;
  };
  afterAll(async () => {
    for (const { objects } of opened) await emptyStore(objects);
  });
  const keysIn = async ({ objects }: BackupTarget, prefix = '') => {
    const keys = [];
    for await (const { key } of objects.list(prefix)) keys.push(key);
    return keys.toSorted();
  };
  const bytesOf = async ({ objects }: BackupTarget, key: string) => buffer(await objects.get(key));

  test(
    'restores database and files as they were, encrypted on the way, and only the whole',
    { timeout: 300_000 },
    async () => {
      const target = await aTarget();
      const repository = await BackupRepository.open(target, KEY, true);
      const made = await createBackup(installation(), repository, quietly());
      expect(made).toMatchObject({ files: 5, removed: 0 });
      for (const key of await keysIn(target)) {
        expect(key).toMatch(/^(?:overlook-backups\.json$|objects\/|backups\/)/);
        expect((await bytesOf(target, key)).includes('nobody else')).toBe(false);
      }
      await expect(BackupRepository.open(target, null)).rejects.toThrow('are encrypted. Give their key');
      await expect(BackupRepository.open(target, Buffer.alloc(32, 8))).rejects.toThrow('with another key');

      // What was changed afterwards is not in it.
      const before = await withSnapshot(database.db, contentsOf);
      await database.db.insert(instanceState).values({ key: 'later', value: {} });
      const manifest = await repository.find(null);
      const to = await fresh();
      // A kill may leave the mark half written.
      await writeFile(path.join(to, `${RESTORE_MARK}.part`), '');
      const stopping = new AbortController();
      const stopped = restoring(to, {
        signal: stopping.signal,
        onProgress: ({ label }) => label === 'Restoring files' && stopping.abort(),
      });
      await expect(restoreBackup(repository, manifest, stopped)).rejects.toThrow('aborted');
      expect(await begunRestore(to)).toBe(manifest.at);
      await expect(openDatabase({ dataDir: to })).rejects.toThrow('is not complete. Run “overlook restore” again');

      expect(await restoreBackup(repository, manifest, restoring(to))).toMatchObject({ files: 5, isSameKey: false });
      const restored = await openDatabase({ dataDir: to });
      expect(await withSnapshot(restored.db, contentsOf)).toEqual(before);
      expect(await restored.db.select({ name: sites.name }).from(sites)).toEqual([{ name: `${SECRET}\u2028\r` }]);
      await restored.close();
      expect((await filesIn(to)).filter((file) => !file.startsWith('database'))).toEqual([
        'files/models/a/points/v1/0.bin',
        'files/models/a/points/v1/tileset.json',
        'files/models/a/points/v2/0.bin',
        'geoids/größe.gtx',
        'layers/pumps/empty.json',
      ]);
      expect(await readFile(path.join(to, 'geoids/größe.gtx'), 'utf8')).toBe('grid');
      await expect(restoreBackup(repository, manifest, restoring(to))).rejects.toThrow('is not empty');
      await database.db.delete(instanceState).where(eq(instanceState.key, 'later'));
    },
  );

  test('copies what is new, keeps what a backup needs, and finds what was damaged', async () => {
    const target = await aTarget();
    const repository = await BackupRepository.open(target, null, true);
    const first = await createBackup(installation(), repository, quietly());
    // Two files have the same content.
    expect(first.newBytes).toBe(2 + 1000 * SECRET.length + 4);
    await aFile('files/models/a/points/v3/0.bin', 'new');
    await rm(path.join(dataDir, 'geoids'), { recursive: true });
    const second = await createBackup(installation(), repository, quietly());
    expect(second).toMatchObject({ files: 5, newBytes: 3 });

    const all = await repository.backups();
    expect(all.map(({ at }) => at)).toEqual([second.at, first.at]);
    expect((await repository.find(new Date(first.at))).at).toBe(first.at);
    await expect(repository.find(new Date('2020-01-01'))).rejects.toThrow('no complete backup from 2020');
    expect((await verifyBackups(repository, all, quietly())).faults).toEqual([]);

    const pruned = await pruneBackups(repository, 1);
    expect(pruned).toMatchObject({ kept: [second.at], removed: [first.at], objects: 1, bytes: 4 });
    const [kept] = await repository.backups();
    expect((await verifyBackups(repository, [kept!], quietly())).faults).toEqual([]);

    const part = kept!.files.find(({ path: name }) => name.endsWith('v1/0.bin'))!.parts[0]!;
    const object = `objects/${part.slice(0, 2)}/${part}`;
    await target.objects.put(object, bytesSource((await bytesOf(target, object)).subarray(0, 100)));
    expect((await verifyBackups(repository, [kept!], quietly())).faults).toEqual([
      `${object} is damaged: it was changed after it was written.`,
    ]);
    await target.objects.delete(object);
    expect((await verifyBackups(repository, [kept!], quietly())).faults).toEqual([`${object} is missing.`]);
    // The next backup puts it back.
    expect(await createBackup(installation(), repository, quietly())).toMatchObject({ newBytes: 1000 * SECRET.length });
    await aFile('geoids/größe.gtx', 'grid');
    await rm(path.join(dataDir, 'files/models/a/points/v3'), { recursive: true });
  });

  test('has no backup when it was stopped, and one process at a time', async () => {
    const target = await aTarget();
    const repository = await BackupRepository.open(target, null, true);
    const stopping = new AbortController();
    const context = { signal: stopping.signal, onProgress: () => stopping.abort() };
    await expect(createBackup(installation(), repository, context)).rejects.toThrow('aborted');
    expect(await repository.backups()).toEqual([]);
    await repository.alone(async () => {
      await expect(createBackup(installation(), repository, quietly())).rejects.toThrow(`Process ${process.pid}`);
    });
    // Of a process that was killed, and of one on another machine.
    await target.objects.put('locks/dead', bytesSource(owner({ pid: 2 ** 22 + 1 })));
    await createBackup(installation(), repository, quietly());
    await target.objects.put('locks/elsewhere', bytesSource(owner({ host: 'elsewhere' })));
    await expect(createBackup(installation(), repository, quietly())).rejects.toThrow(
      'Process 7 on elsewhere works in',
    );
    await target.objects.delete('locks/elsewhere');
    expect(await keysIn(target, 'locks/')).toEqual([]);
    expect(await filesIn(path.join(dataDir, 'files/incoming'))).toEqual(['half']);
    await target.objects.delete('overlook-backups.json');
    await expect(BackupRepository.open(target, null)).rejects.toThrow('There are no backups in');
    await expect(BackupRepository.open(target, null, true)).rejects.toThrow('There are other files in');
  });

  test('completes no backup after another process took it for gone', async () => {
    const target = await aTarget();
    const repository = await BackupRepository.open(target, null, true);
    await expect(
      repository.alone(async () => {
        const [lock] = await keysIn(target, 'locks/');
        await target.objects.delete(lock!);
        await repository.sweep(new Set());
      }),
    ).rejects.toThrow('another one has begun to work');
  });

  test('reads again what a killed backup has stored, and stores what is damaged again', async () => {
    const target = await aTarget();
    const repository = await BackupRepository.open(target, null, true);
    const { signal } = new AbortController();
    const bytes = Buffer.from('bytes');
    const put = async (one: BackupRepository) =>
      one.alone(async () => one.put(Readable.from([bytes]) as AsyncIterable<Buffer>, signal));
    const { sha256 } = await put(repository);
    const key = `objects/${sha256.slice(0, 2)}/${sha256}`;
    const next = await BackupRepository.open(target, null);
    expect(await put(next)).toMatchObject({ isNew: false });
    await target.objects.put(key, bytesSource(Buffer.from('other')));
    expect(await put(next)).toMatchObject({ isNew: true });
    expect((await bytesOf(target, key)).toString()).toBe('bytes');
  });

  test('begins again when files are removed while it runs', async () => {
    const repository = await BackupRepository.open(await aTarget(), null, true);
    await aFile('files/models/b/points/v1/0.bin', 'of a site that is deleted');
    const site = await aSite(database.db, { name: 'Deleted' });
    let isDeleted = false;
    const source = installation();
    const { objects } = source;
    const read = objects.get.bind(objects);
    objects.get = async (key, range) => {
      if (!isDeleted) {
        isDeleted = true;
        await database.db.delete(sites).where(eq(sites.id, site.id));
        await rm(path.join(dataDir, 'files/models/b'), { recursive: true });
      }
      return read(key, range);
    };
    const made = await createBackup(source, repository, quietly());
    expect(made).toMatchObject({ rows: 1, removed: 0 });
    const files = (await repository.find(null)).files.map((file) => file.path);
    expect(files).not.toContain('files/models/b/points/v1/0.bin');
  });

  test('tells a manifest that was changed', async () => {
    const target = await aTarget();
    const repository = await BackupRepository.open(target, null, true);
    await createBackup(installation(), repository, quietly());
    const [name] = await keysIn(target, 'backups/');
    const bytes = await bytesOf(target, name!);
    bytes[20]! ^= 1;
    await target.objects.put(name!, bytesSource(bytes));
    await expect(repository.find(null)).rejects.toThrow('is damaged');
  });
});

it('refuses places that would be part of the next backup, or are not there', async () => {
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  const storage = { bucket: 'files', prefix: 'overlook/', endpoint: null, region: 'us-east-1', ...keys };
  const place = { dataDir, storage, backupKeys: keys };
  await expect(openTarget(path.join(dataDir, 'backups'), place)).rejects.toThrow('is in the data folder');
  await expect(openTarget(path.join(root, 'absent'), place)).rejects.toThrow('Make it first');
  await expect(openTarget('s3://files/overlook/backups', place)).rejects.toThrow('in the place of STORAGE_URL');
  await expect(openTarget('s3://files/backups', { ...place, backupKeys: null })).rejects.toThrow(
    'BACKUP_ACCESS_KEY_ID',
  );
  await expect(openTarget('s3://', place)).rejects.toThrow('must be like s3://bucket/folder');
});
