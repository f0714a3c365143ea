import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments, mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite, type PermissionToken } from '@overlook/shared/permissions';
import type { Caller } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';

type Row = typeof attachments.$inferSelect;

/** An attachment, and the site and name of its change; null for an upload that no change has yet. */
export interface FoundAttachment {
  readonly row: Row;
  readonly moc: { readonly id: number; readonly siteId: number; readonly name: string } | null;
}

/**
 * The attachment with this uuid, when the caller holds the tokens at the site of its change, or uploaded it and it has no change
 * yet. Throws 404: for anyone else it does not exist.
 */
export async function findAttachment(
  db: Db,
  { userId, permissions }: Pick<Caller, 'userId' | 'permissions'>,
  uuid: string,
  ...tokens: readonly PermissionToken[]
): Promise<FoundAttachment> {
  const [found] = await db
    .select({ row: attachments, moc: { id: mocs.id, siteId: mocs.siteId, name: mocs.name } })
    .from(attachments)
    .leftJoin(mocs, eq(mocs.id, attachments.mocId))
    .where(eq(attachments.uuid, uuid));
  const isTheirs = found?.moc
    ? tokens.every((token) => isAllowedAtSite(permissions, found.moc!.siteId, token))
    : found?.row.uploadedBy === userId;
  if (!found || !isTheirs) throw notFound(MOCS_MESSAGES['attachment.notFound']);
  return found;
}

/** A row as it goes out. */
export const describeAttachment = ({ id, uuid, filename, mediaType, sizeBytes, createdAt }: Row) => ({
  id,
  uuid,
  filename,
  mediaType,
  sizeBytes,
  createdAt: createdAt.toISOString(),
});
