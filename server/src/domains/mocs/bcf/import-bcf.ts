import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { uniqueViolation } from '@overlook/db';
import { mocs } from '@overlook/db/schema';
import { type EnuFrame, enuFrame } from '@overlook/shared/maths';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { type bcfImportSchema, toLine } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { AppError, invalid } from '../../../errors/app-error.ts';
import { recordDone } from '../../../services/audit.ts';
import { createMoc } from '../create-moc.ts';
import { siteOrigin } from '../places.ts';
import type { BcfTopic } from './bcf-topic.ts';
import { mocOfTopic } from './moc-of-topic.ts';
import { BcfError, readBcf, type ReadTopic } from './read-bcf.ts';
import { TopicError } from './topic-of-xml.ts';

type Outcome = z.input<typeof bcfImportSchema>;

/**
 * Adds the topics of a BCF file to a site as changes. A topic whose GUID the site has already, archived or not, is passed over,
 * so that importing a file again adds nothing; one that cannot be used is listed with its reason. Throws 400 for a file that
 * is no BCF file, and for a site without an origin, which has no frame for coordinates.
 */
export async function importBcf(
  ctx: SignedInContext,
  siteId: number,
  { path, filename }: { readonly path: string; readonly filename: string },
): Promise<Outcome> {
  const origin = await siteOrigin(ctx.db, siteId);
  if (!origin) throw invalid(MOCS_MESSAGES['bcf.noOrigin']);
  const topics = await readBcf(path).catch((error: unknown) => {
    throw error instanceof BcfError ? invalid(error.message) : error;
  });
  const outcome = await addAll(ctx, siteId, topics, enuFrame(origin));
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

async function addAll(
  ctx: SignedInContext,
  siteId: number,
  topics: readonly ReadTopic[],
  frame: EnuFrame,
): Promise<Outcome> {
  const outcome: Outcome = { status: 'success', created: [], skipped: [], failed: [] };
  const rows = await ctx.db.select({ guid: mocs.guid }).from(mocs).where(eq(mocs.siteId, siteId));
  const known = new Set(rows.map(({ guid }) => guid));
  for (const read of topics) {
    if ('reason' in read) {
      outcome.failed.push({ topic: toLine(read.folder), reason: read.reason });
      continue;
    }
    const { topic } = read;
    const name = toLine(topic.title);
    try {
      const id = known.has(topic.guid) ? null : await addOne(ctx, siteId, topic, frame);
      known.add(topic.guid);
      if (id === null) outcome.skipped.push({ name, guid: topic.guid });
      else outcome.created.push({ id, name, guid: topic.guid });
    } catch (error) {
      outcome.failed.push({ topic: name || toLine(read.folder), reason: reasonOf(error) });
    }
  }
  return outcome;
}

/** The id of the new change; null when another import has added the topic in the meantime. */
async function addOne(ctx: SignedInContext, siteId: number, topic: BcfTopic, frame: EnuFrame): Promise<number | null> {
  const { poi, bookmark, comments, ...fields } = mocOfTopic(topic, frame);
  const input = { siteId, moc: { ...fields, data: { bookmark } }, poi };
  try {
    const { moc } = await createMoc(ctx, input, { guid: topic.guid, comments });
    return moc.id;
  } catch (error) {
    if (uniqueViolation(error)?.constraint === 'mocs_guid_key') return null;
    throw error;
  }
}

/** Why a topic could not be used. Throws everything that is not the topic's fault. */
function reasonOf(error: unknown): string {
  if (error instanceof TopicError || (error instanceof AppError && error.code === 'INVALID_INPUT'))
    return error.message;
  throw error;
}
