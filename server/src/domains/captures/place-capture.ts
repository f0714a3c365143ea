import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { captures } from '@overlook/db/schema';
import { isNoMove, moveMatrix } from '@overlook/shared/maths';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { placeCaptureInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { removeMovedLayer, writeMovedLayer } from '../../publish/place/moved-layer.ts';
import type { CaptureRow } from '../../publish/register/stored-captures.ts';
import { type HeldVersion, heldVersion, modelUrl } from '../../storage/version-folders.ts';
import { type Done, findOwnCapture, storeChange } from './change-capture.ts';

/** Where its files have it. */
const deliveredOf = ({ deliveredFilepath, filepath }: CaptureRow): string => deliveredFilepath ?? filepath;

/**
 * Moves a capture, draft or published, from where its files have it; null and a move of nothing put it back. The files stay as delivered.
 * Throws 404 for a capture that does not exist for the caller, 409 for one whose files are not held here, cannot be moved, or were replaced
 * meanwhile.
 */
export async function placeCapture(
  ctx: SignedInContext,
  { placement, ...which }: z.output<typeof placeCaptureInputSchema>,
): Promise<Done> {
  const before = await findOwnCapture(ctx.db, ctx, which);
  const delivered = deliveredOf(before);
  const held = heldVersion(delivered);
  if (!held) throw conflict(CAPTURES_MESSAGES['captures.filesElsewhere']);
  const move = placement && !isNoMove(placement) ? placement : null;
  const entry = move ? await movedEntry(ctx, held, moveMatrix(move)) : null;
  const now = entry === null ? null : { ...held, entry };
  const filepath = now ? modelUrl(now.folder, now.entry) : delivered;
  try {
    await storeChange(ctx, which, 'place', async (tx, capture) => {
      if (deliveredOf(capture) !== delivered) throw conflict(CAPTURES_MESSAGES['captures.replaced']);
      const deliveredFilepath = move && delivered;
      // The plan shows where it was.
      const columns = { filepath, placement: move, deliveredFilepath, plan: null };
      await tx.update(captures).set(columns).where(eq(captures.id, capture.id));
      return { details: { by: move?.by ?? null, shiftM: move?.shiftM ?? null, turnDeg: move?.turnDeg ?? null } };
    });
  } catch (error) {
    if (now) await removeMoved(ctx, now);
    throw error;
  }
  const old = heldVersion(before.filepath);
  if (old) await removeMoved(ctx, old);
  return { status: 'success' };
}

async function movedEntry(
  { folders, env, ended }: SignedInContext,
  held: HeldVersion,
  move: ReturnType<typeof moveMatrix>,
): Promise<string> {
  try {
    return await writeMovedLayer(held, move, { folders, memoryMb: env.convertMemoryMb, signal: ended });
  } catch (error) {
    throw error instanceof ImportRefusedError ? conflict(error.message) : error;
  }
}

/** What a failure leaves is a few kilobytes in the version's folder, which are removed with it. */
const removeMoved = ({ folders, log }: SignedInContext, version: HeldVersion): Promise<void> =>
  removeMovedLayer(version, folders).catch((error: unknown) =>
    log.warn({ err: error }, 'files of an earlier move are left'),
  );
