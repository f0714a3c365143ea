import { z } from 'zod';
import { captureInputSchema } from './capture.ts';
import { numberInputSchema } from './input.ts';

const ecefCoordinateSchema = numberInputSchema(-1e8, 1e8);
const ecefSchema = z.tuple([z.number(), z.number(), z.number()]);

export const SHAPE_KINDS = ['cylinder', 'sphere', 'plane'] as const;
/** Why no shape is claimed: see `ShapeRefusal` of `shared/shapes`. */
const SHAPE_REFUSALS = ['fewPoints', 'noSurface', 'otherShape', 'uncertain'] as const;

export const findShapeInputSchema = captureInputSchema.extend({
  kind: z.enum(SHAPE_KINDS),
  /** The picked point, on the surface, ECEF metres. */
  x: ecefCoordinateSchema,
  y: ecefCoordinateSchema,
  z: ecefCoordinateSchema,
});

/** A surface that was fitted to the exact points around a pick. Directions are unit vectors in ECEF. */
export const fittedSurfaceSchema = z.object({
  kind: z.enum(SHAPE_KINDS),
  /** A point of the axis beside the pick; the centre of a sphere; a point of a plane. */
  pointEcef: ecefSchema,
  /** Along the axis of a cylinder; normal of a plane; null for a sphere. */
  axisEcef: ecefSchema.nullable(),
  /** Null for a plane. */
  radiusM: z.number().positive().nullable(),
  /** Half of the 95 % interval. */
  radiusHalfWidth95M: z.number().nonnegative().nullable(),
  /** Half of the 95 % interval of the direction, radians; null for a sphere. */
  tiltHalfWidth95Rad: z.number().nonnegative().nullable(),
  /** What points cover along the axis, metres from `pointEcef`. */
  alongM: z.tuple([z.number(), z.number()]),
  /** Share of the circle round the axis that points cover. */
  seenShare: z.number().min(0).max(1),
  points: z.number().int(),
  /** Standard deviation of the points from the surface. */
  residualM: z.number().nonnegative(),
});
export type FittedSurface = z.infer<typeof fittedSurfaceSchema>;

export const foundShapeSchema = z.object({
  surface: fittedSurfaceSchema.nullable(),
  /** Why there is none. */
  refusal: z.enum(SHAPE_REFUSALS).nullable(),
});
export type FoundSurface = z.infer<typeof foundShapeSchema>;
