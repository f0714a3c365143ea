import { z } from 'zod';
import { HEIGHT_ERROR_M, RIM_CORNERS, VOLUME_STEP_M } from '../config/volumes.ts';
import { captureInputSchema } from './capture.ts';
import { idInputSchema } from './input.ts';

const ecefCoordinateSchema = z.number().min(-1e7).max(1e7);
const ecefInputSchema = z.tuple([ecefCoordinateSchema, ecefCoordinateSchema, ecefCoordinateSchema]);
const ecefSchema = z.tuple([z.number(), z.number(), z.number()]);

export const volumeBaseSchema = z.discriminatedUnion('kind', [
  /** The plane with the least squares of distances from the corners of the rim. */
  z.strictObject({ kind: z.literal('plane') }),
  /** Triangles between the corners of the rim. */
  z.strictObject({ kind: z.literal('rim') }),
  /** A level surface, metres above the ellipsoid. */
  z.strictObject({ kind: z.literal('height'), heightM: z.number().min(-12_000).max(100_000) }),
  /** The surface of another capture of the point cloud. */
  z.strictObject({ kind: z.literal('capture'), captureId: idInputSchema }),
]);
export type VolumeBase = z.infer<typeof volumeBaseSchema>;

export const measureVolumeInputSchema = captureInputSchema.extend({
  /** The corners in order, the first not repeated, ECEF metres. */
  rim: z.array(ecefInputSchema).min(RIM_CORNERS.least).max(RIM_CORNERS.most),
  base: volumeBaseSchema,
  /** Side of the cells, metres; null chooses it by the spacing of the points. */
  stepM: z.number().min(VOLUME_STEP_M.least).max(VOLUME_STEP_M.most).nullable().default(null),
  /** Standard error of the heights that all points share, metres. */
  heightErrorM: z.number().min(0).max(10).default(HEIGHT_ERROR_M),
});

/** With half of the 95 % interval, m³. */
const measuredVolumeSchema = z.object({ m3: z.number(), halfWidth95M3: z.number().nonnegative() });

/** The volume between the exact points in a rim and a base: see `VolumeOfRim` of `shared/volumes`. */
export const volumeSchema = z.object({
  fill: measuredVolumeSchema,
  cut: measuredVolumeSchema,
  net: measuredVolumeSchema,
  belowDetection: z.object({ areaM2: z.number(), netM3: z.number() }),
  detectionM: z.number(),
  stepM: z.number(),
  spacingM: z.number(),
  areaM2: z.number(),
  points: z.number().int(),
  filledM2: z.number(),
  unseenM2: z.number(),
  steepM2: z.number(),
  highestM: z.number(),
  lowestM: z.number(),
  /** The same figures with cells twice as wide. */
  coarser: z.object({ stepM: z.number(), fillM3: z.number(), cutM3: z.number(), netM3: z.number() }),
  /** Closed lines of equal height above the base, metres, on the surface, ECEF metres. */
  contours: z.array(z.object({ levelM: z.number(), ringEcef: z.array(ecefSchema) })),
});
export type Volume = z.infer<typeof volumeSchema>;
