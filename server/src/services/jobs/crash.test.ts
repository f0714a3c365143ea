import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { bundled } from '../../testing/server-bundle.ts';
import { releaseOrphans } from './leases.ts';
import { addJob, findJob } from './stored-jobs.ts';
import { DEADLY } from './testing/deadly-job.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-deadly-'));
  await copyEmptyDatabase(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Starts a server on the data folder and resolves to how it ended. */
const serve = () =>
  new Promise<NodeJS.Signals | number | null>((resolve) => {
    const child = spawn(process.execPath, [bundled('deadly-job'), dataDir]);
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });

/** Ends the wait of the jobs of killed servers. */
async function makeDue(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await releaseOrphans(db);
  await db.update(jobs).set({ runAfter: new Date(0) });
  await close();
}

it('a job that has ended its process three times ends in an error, and the next server runs', async () => {
  const before = await openDatabase({ dataDir });
  const id = await addJob(before.db, DEADLY, { n: 1 });
  await before.close();
  expect(await serve()).toBe('SIGKILL');
  expect(await serve()).toBe('SIGKILL');
  await makeDue();
  expect(await serve()).toBe('SIGKILL');
  await makeDue();
  expect(await serve()).toBe(0);
  const { db, close } = await openDatabase({ dataDir });
  expect(await findJob(db, id)).toMatchObject({
    state: 'error',
    failure: { error: 'The server ended three times while it worked on this, so it is not tried again.' },
  });
  await close();
}, 180_000);
