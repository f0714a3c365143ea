import type { z } from 'zod';
import type { findShapeInputSchema, FoundSurface } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { findInThread } from '../../pointclouds/shapes/find-in-thread.ts';
import { inExactClouds } from './exact-clouds.ts';

/** Finds a shape at a picked point in the exact points of a capture. Throws what `inExactClouds` throws. */
export const findShapeAt = (
  ctx: SignedInContext,
  { siteId, captureId, kind, x, y, z }: z.output<typeof findShapeInputSchema>,
): Promise<FoundSurface> =>
  inExactClouds(ctx, siteId, [captureId], ([cloud]) =>
    findInThread({ ...cloud!, kind, pickEcef: [x, y, z] }, ctx.ended),
  );
