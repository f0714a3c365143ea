import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { jobs, mails, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import type { Download } from '@overlook/shared/schemas';
import { readEnv } from '../../../env.ts';
import { createMailQueue } from '../../../services/mail/queue-mail.ts';
import { createWorker } from '../../../services/jobs/worker.ts';
import { aPerson, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { cropHandler } from '../crop-handler.ts';
import type { CropStores } from '../crop-stores.ts';
import { exportKey } from '../export-files.ts';
import type { PointcloudRow } from '../pointcloud.ts';
import { aPointcloud, anExport } from './a-cloud.ts';
import { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { NO_MESHES } from './no-meshes.ts';

export type ExportCloud = CropStores['exportCloud'];

/** Writes its request as text; a point is a byte. */
export const writing: ExportCloud = async (work, { onProgress }) => {
  const texts = work.files.map(({ format }) => `${format} ${work.title} ${work.density}`);
  for (const [i, { path }] of work.files.entries()) await writeFile(path, texts[i]!);
  onProgress?.(7);
  return { points: 7, sizesBytes: texts.map(({ length }) => length) };
};

/** Rejects with the reason of the signal. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Names of the files of finished exports and of attempts. */
async function filesOf({ filesDir }: TestServer): Promise<string[]> {
  const folders = ['exports', 'incoming'].map((folder) => readdir(join(filesDir, folder)).catch(() => []));
  return (await Promise.all(folders)).flat();
}

/** What is in the file of a finished export, as text. */
async function textOf({ database, filesDir }: TestServer, { uuid }: Download): Promise<string> {
  const [row] = await database.db.select().from(pointgrabDownloads).where(eq(pointgrabDownloads.uuid, uuid));
  return readFile(join(filesDir, exportKey(row!.filename)), 'utf8');
}

/** A server with a person who exports, and the worker that writes the exports; without rows before each test. Call it once, outside of tests. */
export function cropWorker() {
  let server: TestServer;
  let cloud: PointcloudRow;
  let person: TestPerson;
  const silent = { warn: () => {}, error: () => {} };

  beforeAll(async () => {
    server = await startTestServer({ MAIL_RECIPIENTS: 'overlook.example, b.example' });
    const tokens = ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'] as const;
    person = await aPerson(server, { allowed: tokens });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { db } = server.database;
    for (const table of [pointgrabDownloads, pointclouds, jobs, mails]) await db.delete(table);
    cloud = await aPointcloud(server, server.siteIds.plant);
  });

  const workerWith = (exportCloud: ExportCloud, leaseMs = 30_000) => {
    const { database, filesDir, objects, clock } = server;
    const env = readEnv({ PUBLIC_URL: 'https://overlook.example' });
    const mail = createMailQueue(env.productName);
    const folders = new StoredFolders({ filesDir, objects });
    const stores = { db: database.db, filesDir, objects, folders };
    const handler = cropHandler({ ...stores, env, mail, clock, exportCloud, ...NO_MESHES });
    return createWorker({ db: database.db, handlers: [handler], log: silent, leaseMs });
  };

  async function ask(more: Parameters<typeof anExport>[1] = {}): Promise<Download[]> {
    const { body } = await person.ask('POST', '/pointgrab/crop', anExport(cloud, more));
    return body['downloads'] as Download[];
  }
  async function listed(): Promise<Download[]> {
    const { body } = await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' });
    return body['downloads'] as Download[];
  }
  const remove = ({ uuid }: Download) => person.ask('POST', '/files/pointgrab/downloads/delete', { uuid });
  const files = () => filesOf(server);
  const text = (download: Download) => textOf(server, download);
  const sent = () => server.database.db.select().from(mails).orderBy(asc(mails.createdAt));
  /** Waits between attempts are over. */
  const makeDue = () => server.database.db.update(jobs).set({ runAfter: new Date(0) });

  return {
    get server() {
      return server;
    },
    get cloud() {
      return cloud;
    },
    get person() {
      return person;
    },
    workerWith,
    ask,
    listed,
    remove,
    files,
    text,
    sent,
    makeDue,
  };
}
