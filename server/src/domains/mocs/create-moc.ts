import { mocComments, mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { createMocInputSchema, savedMocSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
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

/** What a change has besides when it comes from a topic of a BCF file. */
interface FromTopic {
  readonly guid: string;
  readonly comments: readonly { readonly body: string; readonly createdAt: Date | null }[];
}

/** Adds a change. Throws 400 for a position elsewhere and for attachments that are not the caller's uploads. */
export async function createMoc(
  ctx: SignedInContext,
  { siteId, moc, poi, attachmentUUIDs }: z.output<typeof createMocInputSchema>,
  topic?: FromTopic,
): Promise<z.input<typeof savedMocSchema>> {
  assertSameSite(siteId, moc.siteID);
  assertPoiAtSite(poi, await siteOrigin(ctx.db, siteId));
  const now = ctx.clock.now();
  const saved = await ctx.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(mocs)
      .values({
        siteId,
        ...(topic ? { guid: topic.guid } : {}),
        name: moc.name,
        description: cleanDescription(moc.description ?? ''),
        documentNumber: moc.documentNumber,
        ...(moc.state ? { state: moc.state } : {}),
        bookmark: moc.data?.bookmark ?? null,
        measurements: moc.data?.measurements ?? null,
        createdBy: ctx.caller.userId,
        createdAt: now,
        updatedAt: now,
        updatedBy: ctx.caller.userId,
      })
      .returning({ id: mocs.id });
    const { id } = made!;
    await setPoi(tx, id, poi);
    await bindAttachments(tx, ctx, id, attachmentUUIDs);
    const comments = (topic?.comments ?? []).map(({ body, createdAt }) => ({
      mocId: id,
      body,
      createdAt: createdAt ?? now,
    }));
    if (comments.length > 0) await tx.insert(mocComments).values(comments);
    const created = await loadMoc({ db: tx, log: ctx.log }, { siteId, id });
    const details = { siteId, name: created.name, changes: fieldChanges(null, created) };
    await recordDone(tx, ctx, { action: 'mocs.create', subject: `moc:${id}`, details });
    return created;
  });
  return { status: 'success', moc: saved };
}
