import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Bookmark, Placement, SavedView } from '@overlook/shared/schemas';
import { captures } from './captures.ts';
import { createdAt, id, instant } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** Where a photo was taken from (specification §3). */
export const snapshotHeightType = pgEnum('snapshot_height_type', ['panosphere', 'airborne', 'ground']);

/**
 * Photos and Places. A Place is a user's saved view (`bookmark`, `createdBy`); a photo has `heightType` and a position:
 * degrees and ellipsoidal metres, and the same point in ECEF metres (or the site's local metres) for distances.
 */
export const snapshots = pgTable(
  'snapshots',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** Whose point file has the photo; it is archived while the capture is not published. Null for Places and other photos. */
    captureId: integer('capture_id').references(() => captures.id, { onDelete: 'cascade' }),
    /** The move of its capture by hand that is in its position and angles. */
    placement: jsonb('placement').$type<Placement>(),
    /** Of the client that has saved a Place; null for one that named none, and for photos. */
    guid: uuid('guid'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    takenBy: text('taken_by').notNull().default(''),
    filename: text('filename'),
    imageHash: text('image_hash'),
    /** Of the picture of a Place; 0 for one that was saved before sizes were counted, and for photos. */
    imageBytes: bigint('image_bytes', { mode: 'number' }).notNull().default(0),
    imageType: text('image_type').notNull().default('snapshot'),
    heightType: snapshotHeightType('height_type'),
    bookmark: jsonb('bookmark').$type<Bookmark>(),
    /** The whole view of a Place: layers, section, objects. */
    view: jsonb('view').$type<SavedView>(),
    longitude: doublePrecision('longitude'),
    latitude: doublePrecision('latitude'),
    altitude: doublePrecision('altitude'),
    x: doublePrecision('x'),
    y: doublePrecision('y'),
    z: doublePrecision('z'),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    uniqueIndex('snapshots_guid_key').on(table.createdBy, table.guid),
    // All columns that the search for nearest photos compares: it reads only this index, and the table only for the
    // twenty photos that it finds.
    index('snapshots_nearest_idx').on(
      table.siteId,
      table.latitude,
      table.longitude,
      table.x,
      table.y,
      table.z,
      table.heightType,
      table.archivedAt,
      table.id,
    ),
    index('snapshots_created_by_idx').on(table.createdBy, table.id),
    index('snapshots_filename_idx').on(table.filename),
    index('snapshots_capture_idx').on(table.captureId),
  ],
);
