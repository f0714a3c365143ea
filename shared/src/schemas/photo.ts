import { z } from 'zod';
import { PHOTO_HEIGHT_TYPES, PHOTOS } from '../config/photos.ts';
import { NAME_LONGEST } from '../config/limits.ts';
import { idInputSchema } from './input.ts';
import { snapshotSchema } from './snapshot.ts';

/** The part of the whole sphere that an equirectangular picture covers, in pixels of the whole (GPano). */
export const panoramaCropSchema = z.object({
  fullWidthPx: z.number().int().positive(),
  fullHeightPx: z.number().int().positive(),
  leftPx: z.number().int().min(0),
  topPx: z.number().int().min(0),
});

export type PanoramaCrop = z.infer<typeof panoramaCropSchema>;

/** One line of what a file says of its photo, for people. */
export const photoDetailSchema = z.object({ label: z.string(), value: z.string() });

export type PhotoDetail = z.infer<typeof photoDetailSchema>;

/** Degrees: clockwise from true north, above the horizon, clockwise about the optical axis. */
export const photoAnglesSchema = z.object({ headingDeg: z.number(), pitchDeg: z.number(), rollDeg: z.number() });

/** How a photo was taken. Pixels are those of the picture as it is shown, upright. */
export const photoSchema = z.object({
  projection: z.enum(['perspective', 'equirectangular']),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  /** Null where the file does not say which way the camera looked. */
  angles: photoAnglesSchema.nullable(),
  /** Horizontal, of a perspective photo; null where it is not known. */
  hfovDeg: z.number().nullable(),
  crop: panoramaCropSchema.nullable(),
  /** False where a part of pose and lens is assumed. */
  isPoseMeasured: z.boolean(),
  /** Error of the position as the file states it, metres. */
  accuracyM: z.number().nullable(),
  altitudeSource: z.enum(['ellipsoidal', 'orthometric', 'local', 'assumed']),
  /** ISO date; null where it is not known. */
  takenAt: z.string().nullable(),
  /** False where the file gave no zone: `takenAt` is then its local time written as UTC. */
  hasZone: z.boolean(),
  camera: z.string(),
  /** Levels of the tiles at `/files/snapshots/{filename}/tiles/{level}/{column}/{row}`; 0 for none. */
  tileLevels: z.number().int().min(0),
});

export type Photo = z.infer<typeof photoSchema>;

/** A photo near a point: `pois[0]` is where the camera was. */
export const nearbyPhotoSchema = snapshotSchema.extend({
  photo: photoSchema,
  /** Metres from the point that was asked for. */
  distanceM: z.number(),
});

export type NearbyPhoto = z.infer<typeof nearbyPhotoSchema>;

const cosineSchema = z.number().min(-1.001).max(1.001);
const coordinateSchema = z.number().min(-1e8).max(1e8);

/**
 * What is searched for (specification §3 "Nearby-images request", §9). The point is given as longitude and latitude in
 * degrees with ellipsoidal metres, or as `x`, `y`, `z` in ECEF metres. The direction is a unit vector in ECEF.
 */
export const nearbyInputSchema = z.object({
  siteID: idInputSchema,
  heightType: z.array(z.enum(PHOTO_HEIGHT_TYPES)).max(20).optional(),
  nearbySearchRadius: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(PHOTOS.radiusDefault),
  nearbyMode: z.enum(['click', 'camera']).default('click'),
  longitude: z.number().min(-180).max(180).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  altitude: z.number().min(-12_000).max(1_000_000).optional(),
  x: coordinateSchema.optional(),
  y: coordinateSchema.optional(),
  z: coordinateSchema.optional(),
  cameraDirectionX: cosineSchema.optional(),
  cameraDirectionY: cosineSchema.optional(),
  cameraDirectionZ: cosineSchema.optional(),
  /** Taken at this instant or later, ISO. */
  takenFrom: z.iso.datetime({ offset: true }).optional(),
  /** Taken before this instant, ISO. */
  takenBefore: z.iso.datetime({ offset: true }).optional(),
  cameras: z.array(z.string().max(NAME_LONGEST)).max(100).optional(),
});

export type NearbyInput = z.input<typeof nearbyInputSchema>;

/** What the photos of a site can be narrowed to. */
export const sitePhotosSchema = z.object({
  counts: z.object({ ground: z.number().int(), airborne: z.number().int(), panosphere: z.number().int() }),
  cameras: z.array(z.string()),
  /** ISO dates of the first and the last; null where none has a time. */
  takenFirst: z.string().nullable(),
  takenLast: z.string().nullable(),
});

export type SitePhotos = z.infer<typeof sitePhotosSchema>;

/** One photo with all that its file says. */
export const photoAnswerSchema = z.object({
  snapshot: nearbyPhotoSchema.omit({ distanceM: true }),
  details: z.array(photoDetailSchema),
});
