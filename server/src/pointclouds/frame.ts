import type { Float64Mat4 } from '@overlook/shared/maths';
import { z } from 'zod';

const matrixSchema = z.array(z.number()).length(16);

/**
 * The coordinate system of a point cloud, for the conversion to ECEF metres; plain data, kept with the store.
 * `projected` is a map projection with equal units on all axes, `local` a rigid frame of its own.
 */
export const frameSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('projected'),
    /** For people: "ETRS89 / UTM zone 32N (EPSG:25832)". */
    name: z.string(),
    /** What `proj4` reads. */
    proj4: z.string(),
    epsg: z.number().int().nullable(),
    /** From the source, or made from the code; written files have it. Null where there is none. */
    wkt: z.string().nullable(),
    metresPerUnit: z.number().positive(),
    heights: z.enum(['ellipsoidal', 'orthometric']),
  }),
  z.object({
    kind: z.literal('local'),
    name: z.string(),
    /** 4 × 4, column-major: metres of the cloud to ECEF metres. */
    toEcef: matrixSchema,
    metresPerUnit: z.number().positive(),
  }),
]);

export type FrameDescription = z.infer<typeof frameSchema>;

/** A frame that converts points. Points are flat `[x, y, z]`; `out` may be the input. */
export interface PointFrame {
  readonly description: FrameDescription;
  /** Coordinates of the cloud (units of its system) to ECEF metres. */
  toEcef(point: readonly number[] | Float64Array, out: Float64Array): void;
  /** ECEF metres to coordinates of the cloud. */
  fromEcef(pointEcef: readonly number[] | Float64Array, out: Float64Array): void;
  /**
   * The affine map that fits at `point`: 4 × 4, column-major, coordinates of the cloud to ECEF metres. Its error grows with
   * the square of the distance from `point`: 0.1 mm at 35 m, 0.8 mm at 110 m. Exact for `local`.
   */
  affineAt(point: readonly number[]): Float64Mat4;
}
