import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { openMemoryDatabase } from '@overlook/db/testing';
import { FolderStore } from './folder-store.ts';
import { bytesSource } from './object-sources.ts';
import { OWNER_KEY, openObjects } from './open-objects.ts';
import { emptyStore, S3_SKIPPED, testS3 } from './testing/test-s3.ts';

const s3 = await testS3();
const onS3 = s3 ? it : it.skip;
const named = (name: string) => (s3 ? name : `${name} (${S3_SKIPPED})`);

let database: Database;
let filesDir: string;
beforeAll(async () => {
  database = await openMemoryDatabase();
  filesDir = await mkdtemp(join(tmpdir(), 'overlook-open-'));
});
afterAll(async () => {
  await database.close();
  await rm(filesDir, { recursive: true });
});

const open = (storage: typeof s3, { db } = database) => openObjects({ storage }, filesDir, db);
const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1', bucket: 'files', prefix: '' };

it('without a bucket objects are files of the data folder', async () => {
  const store = await open(null);
  expect(store).toBeInstanceOf(FolderStore);
  expect(store.address).toBe(`the folder ${filesDir}`);
});

onS3(named('a bucket is claimed once, and still has what is in the data folder'), async () => {
  await new FolderStore(filesDir).put('attachments/old', bytesSource(Buffer.from('old')));
  const store = await open(s3);
  const again = await open(s3);
  expect((await buffer(await again.get('attachments/old'))).toString()).toBe('old');
  expect(await store.head(OWNER_KEY)).not.toBeNull();
  const other = await openMemoryDatabase();
  await expect(open(s3, other)).rejects.toThrow(/belongs to another installation/);
  await other.close();
  again.close();
  await emptyStore(store);
});

onS3(named('what is wrong with a bucket is said in a line'), async () => {
  await expect(open({ ...s3!, bucket: 'overlook-none' })).rejects.toThrow(/at http\S+: the bucket does not exist/);
  await expect(open({ ...s3!, secretAccessKey: 'x' })).rejects.toThrow(/AWS_SECRET_ACCESS_KEY is wrong/);
});

it('a server that cannot be reached, or is none of S3, is named', async () => {
  const nowhere = open({ ...keys, endpoint: 'http://127.0.0.1:9' });
  await expect(nowhere).rejects.toThrow('s3://files/ at http://127.0.0.1:9: nothing listens at its endpoint.');
  const server = createServer((_, response) => response.writeHead(403).end('no')).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(open({ ...keys, endpoint: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
    name: 'StoreFailedError',
    message: expect.stringContaining('(403)'),
  });
  server.close();
});
