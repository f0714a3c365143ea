import type { Readable } from 'node:stream';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { batches, letOthersRun } from '@overlook/db';
import { mocComments, mocs, sites, users } from '@overlook/db/schema';
import type { BcfVersion } from '@overlook/shared/config';
import { llaFromEcef, type EnuFrame, enuFrame, type Lla } from '@overlook/shared/maths';
import type { Moc } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../../context.ts';
import { notFound } from '../../../errors/app-error.ts';
import { eachMoc, groupByMoc } from '../load-mocs.ts';
import { siteOrigin } from '../places.ts';
import { attachedPicture, placePictures } from './place-pictures.ts';
import { type ExportedMoc, topicOfMoc } from './topic-of-moc.ts';
import { writeBcf, type WrittenTopic } from './write-bcf.ts';

export interface BcfExport {
  /** Without folders; ASCII. */
  readonly filename: string;
  readonly file: Readable;
}

/** The changes of a site that are not archived, as a BCF file. The caller may view them. Throws 404 when there is no such site. */
export async function exportBcf(
  ctx: SignedInContext,
  { siteId, version }: { siteId: number; version: BcfVersion },
): Promise<BcfExport> {
  const [site] = await ctx.db.select({ slug: sites.slug, name: sites.name }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw notFound(ADMIN_MESSAGES['site.unknown']);
  const exported = await loadExported(ctx, siteId);
  const frame = frameOf(
    await siteOrigin(ctx.db, siteId),
    exported.map(({ moc }) => moc),
  );
  const linkOf = (uuid: string) => `${ctx.env.publicUrl}/api/files/attachments/${uuid}`;
  const pictureOf = await placePictures(ctx, siteId);
  const topics: WrittenTopic[] = [];
  for (const one of exported) {
    const { bookmark } = one.moc.data;
    const ofPlace = bookmark && (await pictureOf(bookmark));
    const picture = ofPlace ?? (await attachedPicture(ctx.objects, one.moc.attachments));
    topics.push({ topic: topicOfMoc(one, frame, linkOf), picture });
    ctx.ended.throwIfAborted();
    await letOthersRun();
  }
  return {
    filename: `${site.slug}-changes.bcfzip`,
    file: writeBcf({ id: site.slug, name: site.name }, topics, version),
  };
}

/** A site without an origin gets a frame at its first change; the label of each topic names it. */
function frameOf(origin: Lla | null, all: readonly Moc[]): EnuFrame {
  const poi = all.find(({ pois }) => pois.length > 0)?.pois[0];
  return enuFrame(origin ?? llaFromEcef(poi ? [poi.x, poi.y, poi.z] : [0, 0, 0]));
}

async function loadExported(ctx: SignedInContext, siteId: number): Promise<ExportedMoc[]> {
  const isListed = and(eq(mocs.siteId, siteId), isNull(mocs.archivedAt))!;
  const [listed, rows] = await Promise.all([
    listMocs(ctx, siteId),
    ctx.db
      .select({
        id: mocs.id,
        guid: mocs.guid,
        topicView: mocs.topicView,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(mocs)
      .leftJoin(users, eq(users.id, mocs.updatedBy))
      .where(isListed),
  ]);
  const more = new Map(rows.map((row) => [row.id, row]));
  const exported: ExportedMoc[] = [];
  for (const part of batches(listed, MOCS_AT_ONCE)) {
    const comments = await commentsOf(ctx, part);
    for (const moc of part) {
      const row = more.get(moc.id);
      // Otherwise it was added since the first query.
      if (!row) continue;
      const { guid, topicView } = row;
      exported.push({ moc, guid, topicView, updatedBy: nameOf(row), comments: comments.get(moc.id) ?? [] });
    }
  }
  return exported;
}

async function listMocs(ctx: SignedInContext, siteId: number): Promise<Moc[]> {
  const listed: Moc[] = [];
  for await (const moc of eachMoc(ctx, { siteId })) listed.push(moc);
  return listed;
}

/** Changes whose comments are read at once; other requests run in between. */
const MOCS_AT_ONCE = 10;

async function commentsOf({ db }: SignedInContext, of: readonly Moc[]) {
  const ids = of.map(({ id }) => id);
  const comments = await db
    .select({ comment: mocComments, firstName: users.firstName, lastName: users.lastName })
    .from(mocComments)
    .leftJoin(users, eq(users.id, mocComments.userId))
    .where(and(inArray(mocComments.mocId, ids), isNull(mocComments.archivedAt)))
    .orderBy(asc(mocComments.id));
  return groupByMoc(comments.map(({ comment, ...by }) => ({ ...comment, by: nameOf(by) })));
}

/** Null for a person whose account is gone. */
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null =>
  firstName === null ? null : `${firstName} ${lastName}`;
