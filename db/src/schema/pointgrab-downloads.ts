import { index, integer, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { pointclouds } from './pointclouds.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** An export's state (specification §4). */
export const pointgrabStatus = pgEnum('pointgrab_status', ['pending', 'completed', 'error']);

/** The box of an export: ECEF centre and size in metres, turned by `degrees` about the local up. */
export interface PointgrabBox {
  centerX: number;
  centerY: number;
  centerZ: number;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  degrees: number;
}

/** One requested export and one format of it. */
export const pointgrabDownloads = pgTable(
  'pointgrab_downloads',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    pointcloudUuid: uuid('pointcloud_uuid').references(() => pointclouds.uuid, { onDelete: 'set null' }),
    requestedBy: integer('requested_by').references(() => users.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    format: text('format').$type<'e57' | 'pts'>().notNull(),
    description: text('description').notNull(),
    box: jsonb('box').$type<PointgrabBox>().notNull(),
    density: text('density').notNull(),
    notifyEmail: text('notify_email'),
    status: pointgrabStatus('status').notNull().default('pending'),
    message: text('message'),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('pointgrab_downloads_site_idx').on(table.siteId, table.requestedBy),
    index('pointgrab_downloads_pointcloud_idx').on(table.pointcloudUuid),
    index('pointgrab_downloads_requested_by_idx').on(table.requestedBy),
  ],
);
