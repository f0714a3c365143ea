import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { measurementComments, users } from '@overlook/db/schema';
import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import type {
  commentMeasurementInputSchema,
  MeasurementComment,
  removeMeasurementCommentInputSchema,
  siteMeasurementInputSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { findMeasurement, mayChange } from './measurement-rows.ts';

/** The comments on a measurement, the oldest first. Throws 404. */
export async function listMeasurementComments(
  { db, caller }: SignedInContext,
  { siteId, id }: z.output<typeof siteMeasurementInputSchema>,
): Promise<{ comments: MeasurementComment[] }> {
  await findMeasurement(db, caller, { siteId, id });
  const rows = await db
    .select({ comment: measurementComments, firstName: users.firstName, lastName: users.lastName })
    .from(measurementComments)
    .innerJoin(users, eq(users.id, measurementComments.userId))
    .where(eq(measurementComments.measurementId, id))
    .orderBy(asc(measurementComments.id));
  const comments = rows.map(({ comment, firstName, lastName }) => ({
    id: comment.id,
    by: `${firstName} ${lastName}`,
    at: comment.createdAt.toISOString(),
    body: comment.body,
    isOwn: comment.userId === caller.userId,
  }));
  return { comments };
}

/** Comments on a measurement; a repeated call, recognised by its `guid`, adds nothing. Throws 404. */
export async function commentMeasurement(
  ctx: SignedInContext,
  { siteId, id, guid, body }: z.output<typeof commentMeasurementInputSchema>,
): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const { name } = await findMeasurement(tx, ctx.caller, { siteId, id });
    const added = await tx
      .insert(measurementComments)
      .values({ measurementId: id, userId, guid, body, createdAt: ctx.clock.now() })
      .onConflictDoNothing()
      .returning({ id: measurementComments.id });
    if (added.length === 0) return;
    const details = { siteId, name, comment: added[0]!.id };
    await recordDone(tx, ctx, { action: 'measurements.comment', subject: `measurement:${id}`, details });
  });
  return { status: 'success' };
}

/** Removes an own comment, or any on a measurement that is the caller's to change. Throws 404. */
export async function removeMeasurementComment(
  ctx: SignedInContext,
  { siteId, id, commentId }: z.output<typeof removeMeasurementCommentInputSchema>,
): Promise<{ status: 'success' }> {
  const { caller } = ctx;
  await ctx.db.transaction(async (tx) => {
    const measurement = await findMeasurement(tx, caller, { siteId, id });
    const isIts = and(eq(measurementComments.id, commentId), eq(measurementComments.measurementId, id));
    const isOwn = mayChange(caller, measurement) ? undefined : eq(measurementComments.userId, caller.userId);
    const removed = await tx
      .delete(measurementComments)
      .where(and(isIts, isOwn))
      .returning({ id: measurementComments.id });
    if (removed.length === 0) throw notFound(MEASUREMENTS_MESSAGES['measurements.commentUnknown']);
    const details = { siteId, name: measurement.name, comment: commentId };
    await recordDone(tx, ctx, { action: 'measurements.removeComment', subject: `measurement:${id}`, details });
  });
  return { status: 'success' };
}
