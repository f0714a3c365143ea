import { and, desc, eq, gt, ne, or } from 'drizzle-orm';
import { uploads } from '@overlook/db/schema';
import { UPLOADS } from '@overlook/shared/config';
import type { Upload } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { describeUploads, selectUploads } from './find-upload.ts';
import { uploadSpace } from './space.ts';

/** Most deliveries that are listed. */
const LISTED = 200;

/** The deliveries to a site, newest first, and the bytes that a further one may have. */
export async function listUploads(
  ctx: SignedInContext,
  { siteId }: { siteId: number },
): Promise<{ uploads: Upload[]; spaceBytes: number | null }> {
  const since = new Date(ctx.clock.now().getTime() - UPLOADS.listedMs);
  const [found, space] = await Promise.all([
    selectUploads(ctx.db)
      .where(and(eq(uploads.siteId, siteId), or(ne(uploads.state, 'done'), gt(uploads.finishedAt, since))))
      .orderBy(desc(uploads.createdAt), desc(uploads.id))
      .limit(LISTED),
    uploadSpace(ctx, siteId).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the space for uploads is not known');
      return null;
    }),
  ]);
  return { uploads: describeUploads(ctx, found), spaceBytes: space && space.bytes };
}
