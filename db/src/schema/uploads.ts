import { bigint, boolean, index, integer, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Upload, UploadOptions } from '@overlook/shared/schemas';
import { createdAt, instant } from './columns.ts';
import { jobs } from './jobs.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** Whether the bytes of a delivery arrive, its import waits or runs (or has failed, as its job says), or it is published. */
export const uploadState = pgEnum('upload_state', ['receiving', 'working', 'done']);

/** Deliveries of files that people send to a site. Their bytes are below `uploads/<id>`, in `<DATA_DIR>/files` or in the object store, until they are published. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    /** By which the sender's page knows the files again. */
    fingerprint: text('fingerprint').notNull(),
    parts: jsonb('parts').$type<Upload['parts']>().notNull(),
    options: jsonb('options').$type<UploadOptions>().notNull(),
    state: uploadState('state').notNull().default('receiving'),
    /** Of the list of files, which travels first. */
    listBytes: integer('list_bytes').notNull(),
    /** All bytes that travel. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** As of the last request that brought some; the truth is where the bytes are. */
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    /** Whether its bytes were found to be those that were sent. */
    isCompared: boolean('is_compared').notNull().default(false),
    warnings: jsonb('warnings').$type<string[]>().notNull().default([]),
    /** The last import of it; null before, and once the job's row was pruned. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** The request that writes its bytes, in any process, until this lease expires. */
    lockOwner: text('lock_owner'),
    lockUntil: instant('lock_until'),
    createdAt: createdAt(),
    /** When a person or a byte last touched it. */
    touchedAt: instant('touched_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('uploads_site_idx').on(table.siteId, table.createdAt),
    index('uploads_user_idx').on(table.userId),
    index('uploads_job_idx').on(table.jobId),
  ],
);
