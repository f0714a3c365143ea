import { eq } from 'drizzle-orm';
import { pointclouds } from '@overlook/db/schema';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { moveOfPlacement, type PlacedCloud } from '../../pointclouds/placed-frame.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { findCapture } from './find-capture.ts';

/**
 * Gives the exact points of captures to `use`, in the person's turn. Throws 404 for a capture that does not exist for the caller, 409 for one
 * without exact points, and where `use` finds them damaged.
 */
export async function inExactClouds<T>(
  ctx: SignedInContext,
  siteId: number,
  captureIds: readonly number[],
  use: (clouds: readonly PlacedCloud[]) => Promise<T>,
): Promise<T> {
  const stored = await Promise.all(captureIds.map((captureId) => findCloud(ctx, { siteId, captureId })));
  const openFrom = (at: number, open: readonly PlacedCloud[]): Promise<T> => {
    const next = stored[at];
    if (!next) return use(open);
    return ctx.folders.with(next.filepath, (folder) =>
      openFrom(at + 1, [...open, { folder, moveEcef: next.moveEcef }]),
    );
  };
  try {
    return await inPersonsTurn(ctx, () => openFrom(0, []));
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    ctx.log.error({ err: error, captureIds }, 'exact points could not be read');
    throw conflict(CAPTURES_MESSAGES['captures.damagedPoints']);
  }
}

async function findCloud(ctx: SignedInContext, which: { siteId: number; captureId: number }) {
  const capture = await findCapture({ db: ctx.db, reader: ctx.caller }, which);
  if (!capture) throw notFound(CAPTURES_MESSAGES['captures.unknown']);
  const [cloud] = await ctx.db.select().from(pointclouds).where(eq(pointclouds.captureId, which.captureId));
  if (!cloud || !(await ctx.folders.isThere(cloud.filepath)))
    throw conflict(CAPTURES_MESSAGES['captures.noExactPoints']);
  return { filepath: cloud.filepath, moveEcef: moveOfPlacement(capture.placement) };
}

/** Errors of the thread keep their names, not their classes. */
const isOfFiles = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DamagedStoreError' || ('code' in error && error.code === 'ENOENT'));
