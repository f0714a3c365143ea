import { z } from 'zod';

/** Three finite numbers by name. */
const xyzSchema = z.strictObject({ x: z.number(), y: z.number(), z: z.number() });

/**
 * A stored camera (specification §3). `position` is WGS84 ECEF metres, `direction`, `up` and `right` are unit vectors in
 * the same axes, `transform` is the 4×4 camera matrix, column-major, and `frustum` is in metres.
 */
export const bookmarkSchema = z.strictObject({
  position: xyzSchema,
  direction: xyzSchema,
  up: xyzSchema,
  right: xyzSchema,
  transform: z.array(z.number()).length(16),
  frustum: z.strictObject({ near: z.number().positive(), far: z.number().positive() }),
});

export type Bookmark = z.infer<typeof bookmarkSchema>;
