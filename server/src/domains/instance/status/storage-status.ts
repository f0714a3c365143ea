import { access, constants, statfs } from 'node:fs/promises';
import type { SignedInContext } from '../../../context.ts';
import { listSites } from '../../sites/list-sites.ts';

/** A count that is not done by then is told the next time. */
const COUNT_WITHIN_MS = 1000;

/** The folder of files: room, use, and what each site takes that exists for the caller. Throws when it cannot be looked at. */
export async function storageStatus(ctx: SignedInContext) {
  const { filesDir, storage } = ctx.gauges;
  const [disk, isWritable, { use, isCounting }, { sites }] = await Promise.all([
    statfs(filesDir),
    access(filesDir, constants.W_OK).then(
      () => true,
      () => false,
    ),
    storage.use(COUNT_WITHIN_MS),
    listSites(ctx),
  ]);
  return {
    folder: filesDir,
    isWritable,
    // To those who are not root: what is kept back for root is of no use here.
    freeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    used: use && { bytes: use.bytes, files: use.files, countedAt: use.countedAt.toISOString() },
    sites: sites.map(({ id, slug, name }) => ({
      id,
      slug,
      name,
      bytes: use && (use.bytesBySlug.get(slug) ?? 0),
    })),
    isCounting,
  };
}
