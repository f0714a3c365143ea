import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachments, sites } from '@overlook/db/schema';
import { StoredFolders } from '../storage/folders/stored-folders.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import { aPerson } from '../testing/people.ts';
import { aPicture, uploadPicture } from '../testing/places.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { checkStorage } from './check-storage.ts';
import { storageCheck } from './storage-commands.ts';

const HASH_OF_A = createHash('sha256').update('a').digest('hex');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = (reads = false) =>
  checkStorage(
    {
      db: server.database.db,
      objects: server.objects,
      folders: new StoredFolders({ filesDir: server.filesDir, objects: server.objects }),
    },
    { reads },
    { signal: new AbortController().signal, onProgress: () => {} },
  );

it('counts files with and without rows, and names those that are lost', async () => {
  const { database, objects, siteIds } = server;
  const ada = await aPerson(server, { name: 'Ada', entries: { [siteIds.plant]: { 'VIEW:TEXTURED': true } } });
  const picture = (await uploadPicture(server, ada, await aPicture(40, 30))).body['uuid'] as string;
  const uuid = randomUUID();
  const row = { uuid, filename: 'a.txt', mediaType: 'text/plain', sizeBytes: 1, sha256: HASH_OF_A, uploadedBy: ada.id };
  await database.db.insert(attachments).values(row);
  await objects.put(`attachments/${uuid}`, bytesSource(Buffer.from('a')));
  await objects.put('exports/unnamed.las', bytesSource(Buffer.from('a')));
  const found = await check();
  expect(found).toEqual({ named: 2, unnamed: 1 });
  expect(storageCheck.describe(found as never)).toBe(
    'Of 2 files that rows name, none is lost. Files without a row: 1.',
  );
  // Two objects of the picture, whose hashes nobody knows in a folder.
  const read = await check(true);
  expect(read.read).toMatchObject({ read: 4, compared: 1 });
  expect(storageCheck.describe(read as never)).toMatch(/\nRead 4 objects \(.*\)\. 1 have the hash/);
  await objects.put(`attachments/${uuid}`, bytesSource(Buffer.from('b')));
  await expect(check(true)).rejects.toMatchObject({
    failure: { code: 'DAMAGED', error: expect.stringContaining(`such as: attachments/${uuid}.`) as string },
  });

  await objects.delete(`attachments/${uuid}`);
  for await (const { key } of objects.list(`snapshots/${picture}/`)) await objects.delete(key);
  const avatar = randomUUID();
  const data = { avatar: `/api/files/snapshots/${avatar}/thumb`, minimapMaxNativeZoom: null, meta: null };
  await database.db.update(sites).set({ data: data as never });
  await expect(check()).rejects.toMatchObject({
    failure: {
      code: 'LOST',
      error: `3 of 3 files are lost in ${objects.address}, such as: attachments/${uuid}; snapshots/${picture}; snapshots/${avatar}. Bring them back from a backup, under these names.`,
    },
  });
});

it('takes no arguments', () => {
  expect(storageCheck.toInput({ options: {}, positionals: [], workingDir: '/' })).toEqual({ reads: false });
  expect(() => storageCheck.toInput({ options: {}, positionals: ['x'], workingDir: '/' })).toThrow('“x”');
});
