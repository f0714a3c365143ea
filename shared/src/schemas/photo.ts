import { z } from 'zod';
import { PHOTO_HEIGHT_TYPES, PHOTO_RADII, PHOTOS } from '../config/photos.ts';
import { NAME_LONGEST } from '../config/limits.ts';
import { idInputSchema, integerInputSchema, numberInputSchema } from './input.ts';
import { snapshotSchema } from './snapshot.ts';

/** The part of the whole sphere that an equirectangular picture covers, in pixels of the whole (GPano). */
export const panoramaCropSchema = z.object({
  fullWidthPx: z.number().int().positive(),
  fullHeightPx: z.number().int().positive(),
  leftPx: z.number().int().min(0),
  topPx: z.number().int().min(0),
});

export type PanoramaCrop = z.infer<typeof panoramaCropSchema>;

/** One line of a file's metadata, for people. */
export const photoDetailSchema = z.object({ label: z.string(), value: z.string() });

export type PhotoDetail = z.infer<typeof photoDetailSchema>;

/** Degrees: clockwise from true north, above the horizon, clockwise about the optical axis. */
const photoAnglesSchema = z.object({ headingDeg: z.number(), pitchDeg: z.number(), rollDeg: z.number() });

/** How a photo was taken. Pixels are those of the picture as it is shown, upright. */
export const photoSchema = z.object({
  projection: z.enum(['perspective', 'equirectangular']),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  /** Null where the file does not say which way the camera looked. */
  angles: photoAnglesSchema.nullable(),
  /** Where `angles` is null: pitch and roll, if the file states these alone, as panoramas that are levelled do. */
  tilt: photoAnglesSchema.omit({ headingDeg: true }).nullable(),
  anglesSource: z.enum(['table', 'file', 'assumed', 'scan']),
  /** Horizontal, of a perspective photo; null where it is not known. */
  hfovDeg: z.number().nullable(),
  crop: panoramaCropSchema.nullable(),
  /** False where a part of the pose or the lens is assumed. */
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
  /** Metres from the requested point. */
  distanceM: z.number(),
});

export type NearbyPhoto = z.infer<typeof nearbyPhotoSchema>;

const cosineSchema = numberInputSchema(-1.001, 1.001).nullish();
const coordinateSchema = numberInputSchema(-1e8, 1e8).nullish();
const heightTypeSchema = z.enum(PHOTO_HEIGHT_TYPES);

const DEGREES = ['longitude', 'latitude', 'altitude'] as const;
const METRES = ['x', 'y', 'z'] as const;
const DIRECTION = ['cameraDirectionX', 'cameraDirectionY', 'cameraDirectionZ'] as const;

/** The first of `fields` that is absent while another is present; undefined when all or none are present. */
function missingOf<Field extends string>(value: Partial<Record<Field, unknown>>, fields: readonly Field[]) {
  const missing = fields.filter((field) => value[field] === undefined || value[field] === null);
  return missing.length < fields.length ? missing[0] : undefined;
}

/**
 * The search for photos (specification §3 "Nearby-images request", §9). The point is given as longitude and latitude in
 * degrees with ellipsoidal metres, or as `x`, `y`, `z` in ECEF metres, which have priority where both are given. The
 * direction is a unit vector in ECEF: photos in that direction from the point come first; without a direction the
 * nearest photos come first. An absent filter accepts everything, an empty one nothing.
 */
export const nearbyInputSchema = z
  .object({
    siteID: idInputSchema,
    heightType: z.union([z.array(heightTypeSchema).max(20), heightTypeSchema.transform((type) => [type])]).nullish(),
    nearbySearchRadius: integerInputSchema(1, PHOTO_RADII.length).default(PHOTOS.radiusDefault),
    nearbyMode: z.enum(['click', 'camera']).default('click'),
    longitude: numberInputSchema(-180, 180).nullish(),
    latitude: numberInputSchema(-90, 90).nullish(),
    altitude: numberInputSchema(-12_000, 1_000_000).nullish(),
    x: coordinateSchema,
    y: coordinateSchema,
    z: coordinateSchema,
    cameraDirectionX: cosineSchema,
    cameraDirectionY: cosineSchema,
    cameraDirectionZ: cosineSchema,
    /**
     * Taken at this instant or later, ISO; for a photo without a zone its clock time is compared, and the offset is
     * ignored.
     */
    takenFrom: z.iso.datetime({ offset: true }).nullish(),
    /** Taken before this instant, or before this clock time, ISO. */
    takenBefore: z.iso.datetime({ offset: true }).nullish(),
    /** As `photo.camera` has them; an empty one is an unknown camera. */
    cameras: z.array(z.string().max(NAME_LONGEST)).max(100).nullish(),
  })
  .superRefine((value, ctx) => {
    const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
    const isWhole = (fields: readonly (keyof typeof value)[]) =>
      fields.every((field) => typeof value[field] === 'number');
    if (!isWhole(DEGREES) && !isWhole(METRES)) {
      const field = missingOf(value, DEGREES) ?? missingOf(value, METRES) ?? 'longitude';
      refuse(field, 'Give a point: longitude, latitude and altitude, or x, y and z');
    }
    const missing = missingOf(value, DIRECTION);
    if (missing) refuse(missing, 'Give all three parts of the camera direction, or none');
  });

export type NearbyInput = z.input<typeof nearbyInputSchema>;

/** The values by which the photos of a site can be filtered. */
export const sitePhotosSchema = z.object({
  counts: z.object({ ground: z.number().int(), airborne: z.number().int(), panosphere: z.number().int() }),
  cameras: z.array(z.string()),
  /** ISO dates of the first and the last; null where none has a time. */
  takenFirst: z.string().nullable(),
  takenLast: z.string().nullable(),
});

export type SitePhotos = z.infer<typeof sitePhotosSchema>;

/** One photo with all metadata of its file. */
export const photoAnswerSchema = z.object({
  snapshot: nearbyPhotoSchema.omit({ distanceM: true }),
  details: z.array(photoDetailSchema),
});
