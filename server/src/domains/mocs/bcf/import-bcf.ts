import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { uniqueViolation } from '@overlook/db';
import { mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES, partsLeftOutText, viewLeftOutText } from '@overlook/shared/messages';
import { type bcfImportSchema, toLine } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { AppError, invalid } from '../../../errors/app-error.ts';
import { withIncomingFolder } from '../../../storage/receive-file.ts';
import { recordDone } from '../../../services/audit.ts';
import { detectType } from '../../attachments/file-type/detect-type.ts';
import { storeAttachment } from '../../attachments/store-attachment.ts';
import { addMoc } from '../create-moc.ts';
import { siteOrigin } from '../places.ts';
import { readBcfInProcess, type UsableTopic } from './bcf-process.ts';

type Outcome = z.input<typeof bcfImportSchema>;

/**
 * Adds the topics of a BCF file to a site as changes. A topic whose GUID the site has already, archived or not, is
 * skipped, so that importing a file again adds nothing; one that cannot be used is listed with its reason, and one without some of its parts with a note. Throws 400
 * for a file that is not BCF, and for a site without an origin, which has no frame for coordinates.
 */
export async function importBcf(
  ctx: SignedInContext,
  siteId: number,
  { path, filename }: { readonly path: string; readonly filename: string },
): Promise<Outcome> {
  const origin = await siteOrigin(ctx.db, siteId);
  if (!origin) throw invalid(MOCS_MESSAGES['bcf.noOrigin']);
  const outcome = await withIncomingFolder(ctx.filesDir, async (picturesFolder) =>
    addAll(ctx, siteId, await readBcfInProcess({ path, origin, picturesFolder })),
  );
  const details = {
    siteId,
    filename: toLine(filename),
    created: outcome.created.length,
    skipped: outcome.skipped.length,
    failed: outcome.failed.length,
  };
  await recordDone(ctx.db, ctx, { action: 'mocs.importBcf', subject: `site:${siteId}`, details });
  return outcome;
}

async function addAll(ctx: SignedInContext, siteId: number, topics: readonly UsableTopic[]): Promise<Outcome> {
  const outcome: Outcome = { status: 'success', created: [], skipped: [], failed: [], notes: [] };
  const rows = await ctx.db.select({ guid: mocs.guid }).from(mocs).where(eq(mocs.siteId, siteId));
  const known = new Set<string | null>(rows.map(({ guid }) => guid));
  for (const topic of topics) {
    const { guid, name } = topic;
    if (guid !== null && known.has(guid)) outcome.skipped.push({ name, guid });
    else if ('reason' in topic) outcome.failed.push({ topic: name, reason: topic.reason });
    else
      try {
        const id = await addOne(ctx, siteId, topic);
        known.add(guid);
        if (id === null) outcome.skipped.push({ name, guid: topic.guid });
        else {
          outcome.created.push({ id, name, guid: topic.guid });
          if (topic.viewProblem !== null) outcome.notes.push({ topic: name, note: viewLeftOutText(topic.viewProblem) });
          if (topic.leftOut.length > 0) outcome.notes.push({ topic: name, note: partsLeftOutText(topic.leftOut) });
        }
      } catch (error) {
        outcome.failed.push({ topic: name, reason: reasonOf(error) });
      }
  }
  return outcome;
}

/** The id of the new change; null when another import has added the topic in the meantime. */
async function addOne(
  ctx: SignedInContext,
  siteId: number,
  { guid, moc, picturePath }: Extract<UsableTopic, { moc: object }>,
): Promise<number | null> {
  const { poi, bookmark, comments, topic, topicView, ...fields } = moc;
  const attachmentUUIDs = picturePath === null ? [] : await attachPicture(ctx, picturePath);
  const input = { siteId, guid, moc: { ...fields, data: { bookmark } }, poi, attachmentUUIDs };
  try {
    const created = await addMoc(ctx, input, { comments, topic, topicView });
    return created.moc.id;
  } catch (error) {
    if (uniqueViolation(error)?.constraint === 'mocs_guid_key') return null;
    throw error;
  }
}

/** Keeps the picture of a topic as an upload. Null for a file that is not a picture: the change is added without it. */
async function attachPicture(ctx: SignedInContext, path: string): Promise<string[]> {
  try {
    if (!(await detectType(path)).startsWith('image/')) return [];
    const bytes = await readFile(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { attachment } = await storeAttachment(ctx, { path, filename: 'snapshot', sizeBytes: bytes.length, sha256 });
    return [attachment.uuid];
  } catch (error) {
    reasonOf(error);
    return [];
  }
}

/** Why a topic could not be used. Throws everything that is not the topic's fault. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.message;
  throw error;
}
