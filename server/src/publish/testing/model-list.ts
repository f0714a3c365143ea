import { z } from 'zod';

/**
 * One entry of a `models.json` list (specification §7): `position` is ECEF metres, `orientation` is
 * heading, pitch and roll in radians.
 */
export const modelListEntrySchema = z.object({
  CesiumOptions: z.object({ url: z.string().min(1) }),
  position: z.object({ x: z.number(), y: z.number(), z: z.number() }).optional(),
  orientation: z.object({ heading: z.number(), pitch: z.number(), roll: z.number() }).optional(),
});
