import { eq, inArray, sql } from 'drizzle-orm';
import { type Db, freeBytes } from '@overlook/db';
import { sites, uploads } from '@overlook/db/schema';
import { fileSizeText } from '@overlook/shared/format';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { bytesOfSite } from '../../services/site-names.ts';

/** A delivery and what is published from it lie on the disk at the same time. */
const COPIES = 2;
/** Bytes that uploads leave free for everything else. */
const FLOOR_BYTES = 1e9;
/** A count that takes longer is of the last request. */
const COUNT_WITHIN_MS = 3000;

type Stores = Pick<Services, 'db' | 'env' | 'filesDir' | 'folders' | 'healthProbes'>;

/** The bytes that a further delivery may have, by what limits them. */
export interface UploadSpace {
  readonly limit: 'noSpace' | 'siteFull' | 'instanceFull';
  readonly bytes: number;
}

/** Bytes of unfinished deliveries that have not arrived, and of those that have. */
async function openBytes(db: Db, siteId?: number): Promise<{ awaited: number; all: number }> {
  const [sum] = await db
    .select({
      awaited: sql<number>`coalesce(sum(${uploads.bytes} - ${uploads.receivedBytes}), 0)::float8`,
      all: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float8`,
    })
    .from(uploads)
    .where(
      siteId === undefined
        ? inArray(uploads.state, ['receiving', 'working'])
        : sql`${uploads.siteId} = ${siteId} and ${uploads.state} <> 'done'`,
    );
  return sum!;
}

/** Bytes that deliveries may have on the disk of this folder. */
const roomBytes = (folder: string): number => (freeBytes(folder) - FLOOR_BYTES) / COPIES;

/**
 * How much a further delivery to a site may have: by the disk, by the site's quota and by that of all sites; null without a limit. With an object
 * store the disk is that of the worker that will import it: `assertRoom`.
 */
export async function uploadSpace(
  { db, env, filesDir, folders, healthProbes }: Stores,
  siteId: number,
): Promise<UploadSpace | null> {
  const [all, here, [site], { use }] = await Promise.all([
    openBytes(db),
    openBytes(db, siteId),
    db.select({ slug: sites.slug, formerSlugs: sites.formerSlugs }).from(sites).where(eq(sites.id, siteId)),
    healthProbes.storage.use(COUNT_WITHIN_MS),
  ]);
  const spaces: UploadSpace[] = [];
  if (!folders.arePacked) spaces.push({ limit: 'noSpace', bytes: roomBytes(filesDir) - all.awaited });
  if (env.siteBytesMost !== null) {
    const used = use && site ? bytesOfSite(use, site) : 0;
    spaces.push({ limit: 'siteFull', bytes: env.siteBytesMost - used - here.all });
  }
  if (env.sitesBytesMost !== null) {
    const used = [...(use?.bytesBySlug.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0);
    spaces.push({ limit: 'instanceFull', bytes: env.sitesBytesMost - used - all.all });
  }
  if (spaces.length === 0) return null;
  const { limit, bytes } = spaces.reduce((least, space) => (space.bytes < least.bytes ? space : least));
  return { limit, bytes: Math.max(0, Math.floor(bytes)) };
}

/** Throws 507 where a delivery of so many bytes does not fit. */
export async function assertFits(stores: Stores, siteId: number, bytes: number): Promise<void> {
  const space = await uploadSpace(stores, siteId);
  if (space === null || bytes <= space.bytes) return;
  const sizes = { needed: fileSizeText(bytes), free: fileSizeText(space.bytes) };
  const sentences = {
    noSpace: said(UPLOADS_MESSAGES, 'uploads.noSpace', sizes),
    siteFull: said(UPLOADS_MESSAGES, 'uploads.siteFull', sizes),
    instanceFull: said(UPLOADS_MESSAGES, 'uploads.instanceFull', sizes),
  };
  throw new AppError('DISK_FULL', sentences[space.limit]);
}

/** Throws 507 where the disk of this folder cannot hold a delivery of so many bytes and what is made of it. */
export function assertRoom(folder: string, bytes: number): void {
  const room = roomBytes(folder);
  if (bytes <= room) return;
  const sizes = { needed: fileSizeText(bytes), free: fileSizeText(Math.max(0, room)) };
  throw new AppError('DISK_FULL', said(UPLOADS_MESSAGES, 'uploads.workerFull', sizes));
}
