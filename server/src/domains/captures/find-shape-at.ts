import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { pointclouds } from '@overlook/db/schema';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { findShapeInputSchema, FoundSurface } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { moveOfPlacement } from '../../pointclouds/placed-frame.ts';
import { findInThread } from '../../pointclouds/shapes/find-in-thread.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { findCapture } from './find-capture.ts';

/**
 * Finds a shape at a picked point in the exact points of a capture. Throws 404 for a capture that does not exist for the caller, 409 for one
 * without exact points, and for damaged ones.
 */
export async function findShapeAt(
  ctx: SignedInContext,
  { siteId, captureId, kind, x, y, z }: z.output<typeof findShapeInputSchema>,
): Promise<FoundSurface> {
  const capture = await findCapture({ db: ctx.db, reader: ctx.caller }, { siteId, captureId });
  if (!capture) throw notFound(CAPTURES_MESSAGES['captures.unknown']);
  const [cloud] = await ctx.db.select().from(pointclouds).where(eq(pointclouds.captureId, captureId));
  if (!cloud || !(await ctx.folders.isThere(cloud.filepath)))
    throw conflict(CAPTURES_MESSAGES['captures.noExactPoints']);
  const moveEcef = moveOfPlacement(capture.placement);
  try {
    return await inPersonsTurn(ctx, () =>
      ctx.folders.with(cloud.filepath, (folder) =>
        findInThread({ folder, moveEcef, kind, pickEcef: [x, y, z] }, ctx.ended),
      ),
    );
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    ctx.log.error({ err: error, captureId }, 'exact points could not be read');
    throw conflict(CAPTURES_MESSAGES['captures.damagedPoints']);
  }
}

/** Errors of the thread keep their names, not their classes. */
const isOfFiles = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DamagedStoreError' || ('code' in error && error.code === 'ENOENT'));
