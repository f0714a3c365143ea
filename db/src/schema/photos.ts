import { boolean, doublePrecision, integer, jsonb, pgEnum, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { PanoramaCrop, PhotoDetail } from '@overlook/shared/schemas';
import { instant } from './columns.ts';
import { snapshots } from './snapshots.ts';

/** How the pixels of a photo lie on its sphere of view. */
export const photoProjection = pgEnum('photo_projection', ['perspective', 'equirectangular']);

/** Where a photo's altitude is from; `assumed` is eye height above the ground of the site. */
export const photoAltitude = pgEnum('photo_altitude', ['ellipsoidal', 'orthometric', 'local', 'assumed']);

/** Where a photo's angles are from: the table of the import, its file (gimbal, panorama), the scan that it belongs to, or a part of them is assumed. */
export const photoAngles = pgEnum('photo_angles', ['table', 'file', 'assumed', 'scan']);

/**
 * The properties of a photo besides its row in `snapshots`, which has its name, type, picture and position. The stored
 * picture is upright and not mirrored.
 */
export const photos = pgTable('photos', {
  snapshotId: integer('snapshot_id')
    .primaryKey()
    .references(() => snapshots.id, { onDelete: 'cascade' }),
  projection: photoProjection('projection').notNull(),
  widthPx: integer('width_px').notNull(),
  heightPx: integer('height_px').notNull(),
  /**
   * Optical axis: clockwise from true north, above the horizon, and clockwise about it; degrees. All three, pitch and roll alone, or
   * none.
   */
  headingDeg: doublePrecision('heading_deg'),
  pitchDeg: doublePrecision('pitch_deg'),
  rollDeg: doublePrecision('roll_deg'),
  anglesSource: photoAngles('angles_source').notNull().default('file'),
  /** Horizontal field of view of a perspective photo, degrees. */
  hfovDeg: doublePrecision('hfov_deg'),
  /** Part of the sphere that an equirectangular photo covers; null for all of it. */
  crop: jsonb('crop').$type<PanoramaCrop>(),
  /** True when pose and lens were measured; false where a part of them is assumed. */
  isPoseMeasured: boolean('is_pose_measured').notNull(),
  /** The error of its position as the file states it, metres. */
  accuracyM: doublePrecision('accuracy_m'),
  altitudeSource: photoAltitude('altitude_source').notNull(),
  takenAt: instant('taken_at'),
  /** Whether the file gives the zone of `takenAt`; without one it was read as UTC. */
  hasZone: boolean('has_zone').notNull().default(false),
  /** Maker and model; empty where it is not known. */
  camera: text('camera').notNull().default(''),
  /** Path of the file within its folder, for messages and for a second import. */
  sourceName: text('source_name').notNull(),
  /** Levels of the panorama's tiles; 0 for none. */
  tileLevels: smallint('tile_levels').notNull().default(0),
  details: jsonb('details').$type<PhotoDetail[]>().notNull().default([]),
});
