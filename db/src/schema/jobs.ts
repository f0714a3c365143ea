import { boolean, index, integer, jsonb, pgEnum, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/** A job's state. */
export const jobStatus = pgEnum('job_status', ['pending', 'running', 'completed', 'error', 'cancelled']);

/** The progress of a job; `total` is null where it is not known. */
export interface JobProgress {
  label: string;
  done: number;
  total: number | null;
  unit: 'bytes' | 'items' | 'points';
}

/** Why a job failed, for an operator and for machines. */
export interface JobFailure {
  /** A sentence. */
  error: string;
  code: string;
  /** Of a refused source: the file, the place in it and the reason. */
  file?: string;
  place?: string;
  reason?: string;
}

/** Work done outside requests. A worker claims a row with SKIP LOCKED and keeps it by renewing the lease. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    status: jobStatus('status').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** The number of processes that ended while they worked on it, without releasing it, as far as they count against it. */
    crashes: integer('crashes').notNull().default(0),
    /** Of those that are due, the highest first. */
    priority: smallint('priority').notNull().default(0),
    /** Which workers take it, where its kind alone does not say so. */
    queue: text('queue'),
    /** For whom it is done; null for nobody in particular. People take turns. */
    askedBy: integer('asked_by').references(() => users.id, { onDelete: 'set null' }),
    /** Its process ended before it did: it is continued before others begin. */
    isInterrupted: boolean('is_interrupted').notNull().default(false),
    /** The progress of the running attempt, or of the last one; written about once a second. */
    progress: jsonb('progress').$type<JobProgress>(),
    message: text('message'),
    /** The result of a completed job that is kept. */
    result: jsonb('result').$type<unknown>(),
    /** Set with the states `error` and `cancelled`. */
    failure: jsonb('failure').$type<JobFailure>(),
    /** When its stop was requested; its worker reads this when it renews the lease. */
    cancelRequestedAt: instant('cancel_requested_at'),
    runAfter: instant('run_after').notNull().defaultNow(),
    leaseOwner: text('lease_owner'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('jobs_claim_idx').on(table.status, table.runAfter), index('jobs_asked_by_idx').on(table.askedBy)],
);

/** Work that is done at intervals, by one process of all; `nextAt` is when it is added to the jobs again. */
export const schedules = pgTable('schedules', {
  name: text('name').primaryKey(),
  nextAt: instant('next_at').notNull(),
});
