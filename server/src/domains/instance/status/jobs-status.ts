import { and, eq, gt, inArray, lte, min, notInArray, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs, sites } from '@overlook/db/schema';
import { isAllowed } from '@overlook/shared/permissions';
import { type ImportJob, importJobSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { SITE_IMPORT_JOB } from '../../../publish/import-job.ts';
import { readableValue } from '../../../services/stored-rows.ts';
import { plainReason } from '../../../services/gauges/plain-reason.ts';
import { listJobs } from '../../../services/jobs/stored-jobs.ts';
import { listSites } from '../../sites/list-sites.ts';
import { lastFailure } from './last-failure.ts';

/** Most imports that are told. */
const IMPORTS = 20;

const countOf = (status: 'pending' | 'running' | 'error') =>
  sql<number>`(count(*) filter (where ${jobs.status} = ${status}))::int`;

/** How many jobs wait, run and have failed, by kind; those that were done or cancelled are nobody's concern here. */
export function countJobs(db: Db, ...kinds: readonly string[]) {
  return db
    .select({ kind: jobs.kind, waiting: countOf('pending'), running: countOf('running'), failed: countOf('error') })
    .from(jobs)
    .where(
      and(
        notInArray(jobs.status, ['completed', 'cancelled']),
        kinds.length > 0 ? inArray(jobs.kind, [...kinds]) : undefined,
      ),
    )
    .groupBy(jobs.kind)
    .orderBy(jobs.kind);
}

/** The work that is done outside requests. Instants are the database's, by whose clock jobs are due. */
export async function jobsStatus(ctx: SignedInContext) {
  const { db } = ctx;
  // Imports wait for one another, for hours perhaps: that is no standstill.
  const running = db
    .select({ kind: jobs.kind })
    .from(jobs)
    .where(and(eq(jobs.status, 'running'), gt(jobs.leaseUntil, sql`now()`)));
  const due = and(eq(jobs.status, 'pending'), lte(jobs.runAfter, sql`now()`), notInArray(jobs.kind, running));
  const [kinds, [oldest], failure, imports] = await Promise.all([
    countJobs(db),
    db
      .select({ at: min(jobs.runAfter) })
      .from(jobs)
      .where(due),
    lastFailure(db, eq(jobs.status, 'error')),
    importJobs(ctx),
  ]);
  return { kinds, oldestDueAt: oldest?.at?.toISOString() ?? null, lastFailure: failure, imports };
}

/** Imports that wait, run or have failed, for those who may cancel them. */
async function importJobs(ctx: SignedInContext): Promise<ImportJob[]> {
  if (!isAllowed(ctx.caller.permissions, null, 'USERS:UPDATE')) return [];
  const states = ['pending', 'running', 'error'] as const;
  const [listed, { sites: visible }, all] = await Promise.all([
    listJobs(ctx.db, { kind: SITE_IMPORT_JOB.name, states, limit: IMPORTS }),
    listSites(ctx),
    ctx.db.select({ slug: sites.slug }).from(sites),
  ]);
  const hidden = new Set(all.map(({ slug }) => slug));
  for (const { slug } of visible) hidden.delete(slug);
  return listed.map(({ id, subject, state, isCancelRequested, progress, message }) => ({
    id,
    site: subject !== null && hidden.has(subject) ? null : subject,
    state: state as (typeof states)[number],
    isCancelling: isCancelRequested,
    progress: readableValue(ctx.log, `job ${id}, progress`, importJobSchema.shape.progress, progress, null),
    reason: message === null ? null : plainReason(message),
  }));
}
