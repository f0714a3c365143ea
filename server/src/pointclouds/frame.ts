import type { Float64Mat4 } from '@overlook/shared/maths';
import { z } from 'zod';

const matrixSchema = z.array(z.number()).length(16);

/** A patch has at most 203 nodes on a side. */
const NODES_MOST = 50_000;

/** The part of an operator's grid that a cloud was placed by. */
const patchSchema = z
  .object({
    name: z.string(),
    file: z.string(),
    system: z.object({ epsg: z.number().int().nullable(), name: z.string() }).optional(),
    westDeg: z.number(),
    southDeg: z.number(),
    stepDeg: z.tuple([z.number().positive(), z.number().positive()]).readonly(),
    columns: z.number().int().min(2),
    rows: z.number().int().min(2),
    bands: z.array(z.array(z.number()).max(NODES_MOST).readonly()).min(1).max(2).readonly(),
  })
  .refine(
    ({ columns, rows, bands }) => bands.every(({ length }) => length === columns * rows),
    'a value for each node',
  );

const gridsSchema = z.object({ geoid: patchSchema.optional(), datum: patchSchema.optional() });

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
    /** By which it is computed; without them by EGM96 and the parameters of its datum. */
    grids: gridsSchema.optional(),
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
