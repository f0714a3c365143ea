import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { scanPositions } from '@overlook/db/schema';
import { ecefFromLla, type Lla, llaFromEcef, type Mat4, moveMatrix, transformPoint } from '@overlook/shared/maths';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import { type captureInputSchema, type ScanPosition, scanPositionSchema } from '@overlook/shared/schemas';
import type { ReadingContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { findCapture } from './find-capture.ts';

/** The scan positions of a capture; none for one whose files have none. Throws 404 for a capture that does not exist for the reader. */
export async function listScanPositions(
  ctx: ReadingContext,
  which: z.output<typeof captureInputSchema>,
): Promise<{ positions: ScanPosition[] }> {
  const capture = await findCapture(ctx, which);
  if (!capture) throw notFound(CAPTURES_MESSAGES['captures.unknown']);
  const rows = await ctx.db
    .select()
    .from(scanPositions)
    .where(eq(scanPositions.captureId, which.captureId))
    .orderBy(asc(scanPositions.number));
  const placed = capture.placement && placedBy(moveMatrix(capture.placement));
  const stored = rows.map(({ takenAt, ...row }) => ({
    ...row,
    ...placed?.(row),
    id: row.number,
    takenAt: takenAt?.toISOString() ?? null,
  }));
  const positions = readableRows(ctx.log, 'scan position', scanPositionSchema, stored);
  return { positions: positions.map((row) => scanPositionSchema.parse(row)) };
}

/** Rows have the place as delivered; people have moved the capture by hand. */
const placedBy = (move: Mat4) => (place: Lla) => llaFromEcef(transformPoint(move, ecefFromLla(place)));
