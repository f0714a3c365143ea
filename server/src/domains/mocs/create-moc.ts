import { and, eq } from 'drizzle-orm';
import { uniqueViolation } from '@overlook/db';
import { mocComments, mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { createMocInputSchema, savedMocSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import type { ImportedMoc } from './bcf/moc-of-topic.ts';
import { bindAttachments } from './bind-attachments.ts';
import { cleanDescription } from './clean-description.ts';
import { fieldChanges } from './field-changes.ts';
import { loadMoc } from './load-mocs.ts';
import { assertPoiAtSite, setPoi, siteOrigin } from './places.ts';

/** Throws 400 when a body names another site than the address that it is sent to. */
export function assertSameSite(siteId: number, named: number | undefined): void {
  const sentence = MOCS_MESSAGES['moc.otherSite'];
  if (named !== undefined && named !== siteId) throw invalid(sentence, { 'moc.siteID': sentence });
}

type FromTopic = Pick<ImportedMoc, 'comments' | 'topic' | 'topicView'>;

type Input = z.output<typeof createMocInputSchema>;
type Saved = z.input<typeof savedMocSchema>;

/**
 * Adds a change; a repeated call, recognised by its `guid`, adds no second one. Throws as `addMoc` does, and 409 for
 * the `guid` of another person's change.
 */
export async function createMoc(ctx: SignedInContext, input: Input): Promise<Saved> {
  try {
    return await addMoc(ctx, input);
  } catch (error) {
    if (input.guid === undefined || uniqueViolation(error)?.constraint !== 'mocs_guid_key') throw error;
    return await loadOwn(ctx, input.siteId, input.guid);
  }
}

/** The change that an earlier attempt of the same call has added. */
async function loadOwn(ctx: SignedInContext, siteId: number, guid: string): Promise<Saved> {
  const isOwn = eq(mocs.createdBy, ctx.caller.userId);
  const [row] = await ctx.db
    .select({ id: mocs.id })
    .from(mocs)
    .where(and(eq(mocs.siteId, siteId), eq(mocs.guid, guid), isOwn));
  if (!row) throw conflict(MOCS_MESSAGES['moc.guidTaken']);
  return { status: 'success', moc: await loadMoc(ctx, { siteId, id: row.id }) };
}

/**
 * Adds a change. Throws 400 for a position elsewhere and for attachments that are not the caller's uploads; the violation of the
 * key when the site has a change with the `guid`.
 */
export async function addMoc(
  ctx: SignedInContext,
  { siteId, guid, moc, poi, attachmentUUIDs }: Input,
  { comments, topic, topicView }: FromTopic | Record<keyof FromTopic, null> = {
    comments: null,
    topic: null,
    topicView: null,
  },
): Promise<Saved> {
  assertSameSite(siteId, moc.siteID);
  assertPoiAtSite(poi, await siteOrigin(ctx.db, siteId));
  const now = ctx.clock.now();
  const saved = await ctx.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(mocs)
      .values({
        siteId,
        ...(guid === undefined ? {} : { guid }),
        name: moc.name,
        description: cleanDescription(moc.description ?? ''),
        documentNumber: moc.documentNumber,
        ...(moc.state ? { state: moc.state } : {}),
        bookmark: moc.data?.bookmark ?? null,
        measurements: moc.data?.measurements ?? null,
        topic,
        topicView,
        createdBy: ctx.caller.userId,
        createdAt: now,
        updatedAt: now,
        updatedBy: ctx.caller.userId,
      })
      .returning({ id: mocs.id });
    const { id } = made!;
    await setPoi(tx, id, poi);
    await bindAttachments(tx, ctx, id, attachmentUUIDs);
    const said = (comments ?? []).map((one) => ({ ...one, mocId: id, createdAt: one.createdAt ?? now }));
    if (said.length > 0) await tx.insert(mocComments).values(said);
    const created = await loadMoc({ db: tx, log: ctx.log }, { siteId, id });
    const details = { siteId, name: created.name, changes: fieldChanges(null, created) };
    await recordDone(tx, ctx, { action: 'mocs.create', subject: `moc:${id}`, details });
    return created;
  });
  return { status: 'success', moc: saved };
}
