import { count } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';

/** Jobs of all processes on the database; each of them reports the same figures. */
export const jobGauge = (register: Registry): Gauge<'kind' | 'state'> =>
  new Gauge({
    name: 'overlook_jobs',
    help: 'Jobs in the database, by kind and state: pending, running, completed, error, cancelled.',
    labelNames: ['kind', 'state'],
    registers: [register],
  });

/** Counts them now. */
export async function setJobGauge(gauge: Gauge<'kind' | 'state'>, db: Db): Promise<void> {
  const rows = await db
    .select({ kind: jobs.kind, state: jobs.status, value: count() })
    .from(jobs)
    .groupBy(jobs.kind, jobs.status);
  gauge.reset();
  for (const { kind, state, value } of rows) gauge.set({ kind, state }, value);
}
