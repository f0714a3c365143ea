import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachments } from '@overlook/db/schema';
import { attachmentKey } from '../domains/attachments/attachment-key.ts';
import { aPerson } from '../testing/people.ts';
import { aPicture, uploadPicture } from '../testing/places.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sweepRemains } from './sweep-remains.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('what killed processes have left is removed at once, and what people wait with is kept', async () => {
  const { filesDir, objects, siteIds } = server;
  const { db } = server.database;
  const ada = await aPerson(server, { name: 'Ada', entries: { [siteIds.plant]: { 'VIEW:TEXTURED': true } } });
  const waiting = (await uploadPicture(server, ada, await aPicture(40, 30))).body['uuid'] as string;
  const kept = crypto.randomUUID();
  const row = { uuid: kept, filename: 'a.txt', mediaType: 'text/plain', sizeBytes: 1, sha256: 'x', uploadedBy: ada.id };
  await db.insert(attachments).values(row);
  const folders = [join(filesDir, 'incoming'), join(filesDir, 'snapshots', 'x.part'), join(filesDir, 'attachments')];
  for (const folder of [...folders, join(filesDir, 'exports')]) await mkdir(folder, { recursive: true });
  const left = [
    join(filesDir, 'incoming', 'x'),
    join(filesDir, 'snapshots', 'x.part', 'thumb.jpg'),
    join(filesDir, attachmentKey(crypto.randomUUID())),
  ];
  for (const file of [...left, join(filesDir, attachmentKey(kept)), join(join(filesDir, 'exports'), 'a.las.x.part')])
    await writeFile(file, 'x');

  await sweepRemains({ db, filesDir, objects });

  const names = (folder: string) => readdir(join(filesDir, folder));
  expect(await names('incoming')).toEqual([]);
  expect(await names('snapshots')).toEqual([waiting]);
  expect(await readdir(join(filesDir, 'attachments'))).toEqual([kept]);
  expect(await readdir(join(filesDir, 'exports'))).toEqual([]);
});
