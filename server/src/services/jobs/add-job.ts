import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import type { JobKind } from './job-kind.ts';

/** Asks for work to be done soon. Within a transaction the work is asked for exactly when the rest is stored. */
export async function addJob<T extends Record<string, unknown>>(db: Db, kind: JobKind<T>, payload: T): Promise<string> {
  const [job] = await db
    .insert(jobs)
    .values({ kind: kind.name, payload: kind.payload.parse(payload) })
    .returning({ id: jobs.id });
  return job!.id;
}
