import { resolve } from 'node:path';
import { and, eq, gt, inArray, lte, min, notInArray, sql, max, desc, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs, sites, mails } from '@overlook/db/schema';
import { isAllowed } from '@overlook/shared/permissions';
import { type FailedJob, type ImportJob, importJobSchema } from '@overlook/shared/schemas';
import { loadBackupHealth } from '../../backup/backup-health.ts';
import type { SignedInContext, Services } from '../../context.ts';
import type { Env } from '../../env.ts';
import { IMPORT_JOBS } from '../../publish/import/import-job.ts';
import { plainReason } from '../../services/health/plain-reason.ts';
import { listJobs } from '../../services/jobs/stored-jobs.ts';
import { MAIL_JOB } from '../../services/mail/queue-mail.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { listSites } from '../sites/list-sites.ts';
import { isDiscardable } from './instance-jobs.ts';

/** When it failed, or will be tried again: jobs that will be tried again come first. */
const FAILED_AT = sql<string | null>`coalesce(${jobs.finishedAt}, ${jobs.runAfter})`;

/** The latest failure among the jobs that fit: of a job that has failed finally, or of an attempt that will be repeated. */
async function lastFailure(db: Db, condition: SQL | undefined) {
  const [row] = await db
    .select({ kind: jobs.kind, message: jobs.message, finishedAt: jobs.finishedAt, runAfter: jobs.runAfter })
    .from(jobs)
    .where(and(condition, isNotNull(jobs.message)))
    .orderBy(desc(FAILED_AT))
    .limit(1);
  if (!row) return null;
  const { kind, message, finishedAt, runAfter } = row;
  return {
    kind,
    reason: plainReason(message),
    at: finishedAt?.toISOString() ?? null,
    nextTryAt: finishedAt ? null : runAfter.toISOString(),
  };
}

/** Largest number of imports listed. */
const IMPORTS = 20;

const countOf = (status: 'pending' | 'running' | 'error') =>
  sql<number>`(count(*) filter (where ${jobs.status} = ${status}))::int`;

/** How many jobs wait, run and have failed, by kind; completed and cancelled jobs are not counted. */
function countJobs(db: Db, ...kinds: readonly string[]) {
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

/** The work that is done outside requests. Instants are those of the database's clock, by which jobs are due. */
export async function jobsStatus(ctx: SignedInContext) {
  const { db } = ctx;
  // Imports wait for each other, sometimes for hours, which is not a fault.
  const running = db
    .select({ kind: jobs.kind })
    .from(jobs)
    .where(and(eq(jobs.status, 'running'), gt(jobs.leaseUntil, sql`now()`)));
  const due = and(eq(jobs.status, 'pending'), lte(jobs.runAfter, sql`now()`), notInArray(jobs.kind, running));
  const [kinds, [oldest], failure, imports, failures] = await Promise.all([
    countJobs(db),
    db
      .select({ at: min(jobs.runAfter) })
      .from(jobs)
      .where(due),
    lastFailure(db, eq(jobs.status, 'error')),
    importJobs(ctx),
    failedJobs(ctx),
  ]);
  return { kinds, oldestDueAt: oldest?.at?.toISOString() ?? null, lastFailure: failure, imports, failures };
}

/** Imports that wait, run or have failed, for those who may cancel them. */
async function importJobs(ctx: SignedInContext): Promise<ImportJob[]> {
  if (!isAllowed(ctx.caller.permissions, null, 'USERS:UPDATE')) return [];
  const states = ['pending', 'running', 'error'] as const;
  const [listed, { sites: visible }, all] = await Promise.all([
    listJobs(ctx.db, { kinds: IMPORT_JOBS, states, limit: IMPORTS }),
    listSites({ ...ctx, reader: ctx.caller }),
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

/** Largest number of failed jobs listed. */
const FAILURES = 50;

/** Jobs that have failed finally and are no imports, for those who may try them again. */
async function failedJobs({ db, caller }: SignedInContext): Promise<FailedJob[]> {
  if (!isAllowed(caller.permissions, null, 'USERS:UPDATE')) return [];
  const imports = IMPORT_JOBS.map(({ name }) => name);
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'error'), notInArray(jobs.kind, imports)))
    .orderBy(desc(jobs.finishedAt), desc(jobs.id))
    .limit(FAILURES);
  return rows.map(({ id, kind, finishedAt, attempts, message }) => ({
    id,
    kind,
    failedAt: finishedAt?.toISOString() ?? null,
    attempts,
    reason: plainReason(message ?? ''),
    isDiscardable: isDiscardable(kind),
  }));
}

/** The address of the mail server, without credentials. */
function wayOut({ smtpUrl, dataDir }: Env) {
  if (smtpUrl === null) return { transport: 'outbox' as const, place: resolve(dataDir, 'outbox') };
  return { transport: 'smtp' as const, place: new URL(smtpUrl).host };
}

/** How mails leave, how many wait or could not be sent, and why. */
export async function mailStatus({ db, env }: Pick<Services, 'db' | 'env'>) {
  const [[counts], [sent], failure] = await Promise.all([
    countJobs(db, MAIL_JOB.name),
    db.select({ at: max(mails.sentAt) }).from(mails),
    lastFailure(db, eq(jobs.kind, MAIL_JOB.name)),
  ]);
  return {
    ...wayOut(env),
    sender: env.mailFrom,
    waiting: (counts?.waiting ?? 0) + (counts?.running ?? 0),
    failed: counts?.failed ?? 0,
    lastFailure: failure,
    lastSentAt: sent?.at?.toISOString() ?? null,
  };
}

const HOUR_MS = 3_600_000;

/** The newest backup and drill. What a drill found is in the log only: it names sites. */
export async function backupStatus({ db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>) {
  const { backup, drill, passedDrill, isBackupLate, isDrillLate } = await loadBackupHealth(db, env, clock.now());
  const everyMs = env.backups?.drills?.everyMs;
  return {
    to: env.backups?.to ?? null,
    last: backup && { finishedAt: backup.finishedAt, to: backup.to, bytes: backup.bytes },
    isLate: isBackupLate,
    drillEveryHours: everyMs === undefined ? null : everyMs / HOUR_MS,
    lastDrill: drill && { finishedAt: drill.finishedAt, isPassed: drill.isPassed },
    lastPassedDrillAt: passedDrill?.finishedAt ?? null,
    isDrillLate,
  };
}
