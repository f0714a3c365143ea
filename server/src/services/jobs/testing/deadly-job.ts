import { z } from 'zod';
import { openDatabase } from '@overlook/db';
import { jobHandler, type JobKind } from '../job-handler.ts';
import { releaseOrphans } from '../leases.ts';
import { createWorker } from '../worker.ts';

/** Work that ends the process that does it. */
export const DEADLY: JobKind<{ n: number }> = {
  name: 'deadly',
  payload: z.object({ n: z.number() }),
  attempts: 5,
  backOffMs: () => 0,
  isKept: true,
};

/** Run by tests in a process of its own, as a server that is started on a data folder: runs the jobs that are due. */
const [dataDir] = process.argv.slice(2);
if (dataDir) {
  const database = await openDatabase({ dataDir });
  await releaseOrphans(database.db);
  const handlers = [
    jobHandler(DEADLY, async () => {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    }),
  ];
  await createWorker({ db: database.db, handlers, log: console }).runDue();
  await database.close();
}
