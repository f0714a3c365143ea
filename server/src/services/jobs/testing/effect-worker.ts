import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openDatabase } from '@overlook/db';
import { jobHandler, type JobKind } from '../job-handler.ts';
import { createWorker } from '../worker.ts';
import { z } from 'zod';

/** Work with an effect that is stored with its end. */
export const EFFECT: JobKind<{ n: number }> = {
  name: 'effect',
  payload: z.object({ n: z.number() }),
  attempts: 5,
  backOffMs: () => 0,
  isKept: true,
};

/** Run by tests in processes of their own: works through the jobs of a PostgreSQL database, and notes each begin and each effect. */
const [databaseUrl, workMs] = process.argv.slice(2);
if (databaseUrl) {
  const { db, watch } = await openDatabase({ databaseUrl, dataDir: '' });
  const handlers = [
    jobHandler(EFFECT, async ({ n }, { signal, complete }) => {
      await db.execute(sql`insert into begins (n, pid) values (${n}, ${process.pid})`);
      await delay(Number(workMs), undefined, { signal });
      await db.transaction(async (tx) => {
        await tx.execute(sql`insert into effects (n) values (${n})`);
        await complete(tx, null);
      });
    }),
  ];
  const worker = createWorker({ db, handlers, log: console, places: 1 });
  await watch({ onJob: (kind) => worker.wake(kind) });
  worker.start();
  process.stdout.write('working\n');
}
