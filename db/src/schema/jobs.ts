import { index, integer, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** A job's state. */
export const jobStatus = pgEnum('job_status', ['pending', 'running', 'completed', 'error']);

/** Work done outside requests. A worker claims a row with SKIP LOCKED and keeps it by renewing the lease. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    status: jobStatus('status').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    message: text('message'),
    runAfter: instant('run_after').notNull().defaultNow(),
    leaseOwner: text('lease_owner'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('jobs_claim_idx').on(table.status, table.runAfter)],
);
