import {
  bigint,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DownloadFormat, ExportCoordinates, MeshLayerId } from '@overlook/shared/config';
import type { DrawingSettings, ExportBox } from '@overlook/shared/schemas';
import { createdAt, instant } from './columns.ts';
import { jobs } from './jobs.ts';
import { pointclouds } from './pointclouds.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** An export's state (specification §4). */
export const pointgrabStatus = pgEnum('pointgrab_status', ['pending', 'completed', 'error']);

/** One requested export and one format of it. One job writes all formats of a request. */
export const pointgrabDownloads = pgTable(
  'pointgrab_downloads',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    pointcloudUuid: uuid('pointcloud_uuid').references(() => pointclouds.uuid, { onDelete: 'set null' }),
    /** The layer that is exported, where it is not the point cloud, and the version of it that was asked for. */
    modeltypeId: smallint('modeltype_id').$type<MeshLayerId>(),
    modelFilepath: text('model_filepath'),
    /** Date of the capture that is exported. */
    takenOn: date('taken_on', { mode: 'string' }),
    requestedBy: integer('requested_by').references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the job's row was pruned. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** Of the file in `<DATA_DIR>/files/exports`; cannot be guessed. */
    filename: text('filename').notNull(),
    format: text('format').$type<DownloadFormat>().notNull(),
    /** Of a drawing: the plane, the sheet and the scale. */
    drawing: jsonb('drawing').$type<DrawingSettings>(),
    description: text('description').notNull(),
    box: jsonb('box').$type<ExportBox>().notNull(),
    /** Metres; of points only. */
    density: doublePrecision('density'),
    coordinates: text('coordinates').$type<ExportCoordinates>().notNull().default('site'),
    notifyEmail: text('notify_email'),
    status: pointgrabStatus('status').notNull().default('pending'),
    message: text('message'),
    /** As estimated from the count grid before the work, and as written. */
    pointsEstimated: bigint('points_estimated', { mode: 'number' }),
    points: bigint('points', { mode: 'number' }),
    /** The same of a layer, from its mesh index. */
    trianglesEstimated: bigint('triangles_estimated', { mode: 'number' }),
    bytesEstimated: bigint('bytes_estimated', { mode: 'number' }),
    triangles: bigint('triangles', { mode: 'number' }),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
    /** When the file is removed. */
    expiresAt: instant('expires_at'),
    /** When the mail about it was queued, so that it is sent once. */
    notifiedAt: instant('notified_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('pointgrab_downloads_site_idx').on(table.siteId, table.requestedBy),
    index('pointgrab_downloads_pointcloud_idx').on(table.pointcloudUuid),
    uniqueIndex('pointgrab_downloads_filename_key').on(table.filename),
    index('pointgrab_downloads_job_idx').on(table.jobId),
    index('pointgrab_downloads_requested_by_idx').on(table.requestedBy),
  ],
);
