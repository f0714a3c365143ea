import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { ADMIN_MESSAGES, PLACES_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { SignedInContext } from '../../context.ts';
import { invalid, notFound } from '../../errors/app-error.ts';
import { takeUpload } from '../snapshots/create-place.ts';
import { avatarAddress } from '../snapshots/site-avatars.ts';
import { assertPictureRoom } from '../snapshots/upload-picture.ts';

/**
 * Throws 404 for a site that the caller does not manage; 429 and 409 where their uploads have no room, as for pictures of Places.
 */
export async function assertMayUploadAvatar(ctx: SignedInContext, siteId: number): Promise<void> {
  const [site] = await ctx.db.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId));
  if (!site || !isAllowedAtSite(ctx.caller.permissions, siteId, 'SITES:MANAGE'))
    throw notFound(ADMIN_MESSAGES['site.unknown']);
  await assertPictureRoom(ctx);
}

/**
 * The address of an uploaded picture, which the site keeps from now on; null for none. The picture of before is removed with those
 * that no row names. Throws 400 for one that is not the caller's upload for this site.
 */
export async function takeAvatar(
  tx: Db,
  { caller: { userId } }: Pick<SignedInContext, 'caller'>,
  siteId: number,
  uuid: string | null,
): Promise<string | null> {
  if (uuid === null) return null;
  if (!(await takeUpload(tx, userId, { filename: uuid, siteId })))
    throw invalid(PLACES_MESSAGES['picture.notUploaded']);
  return avatarAddress(uuid);
}
