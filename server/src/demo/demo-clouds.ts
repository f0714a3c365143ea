import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { POINT_CLOUD } from '@overlook/shared/config';
import { enuFrame } from '@overlook/shared/maths';
import type { FrameDescription } from '../pointclouds/frame.ts';
import { buildCloud } from '../publish/points/build/build-cloud.ts';
import { registerCloud, settleCloud, storeCloud, type StoredCloud } from '../publish/points/cloud-store.ts';
import { publishedCaptures } from '../publish/register/stored-captures.ts';
import { nodeFs } from '../errors/publish-fs.ts';
import { type DemoExport, makeDemoExport, storeDemoExport } from './demo-export.ts';
import type { DemoSite } from './generate-demo.ts';
import { CLOUD_GRID } from './tiles/cloud-file.ts';

/** The exact cloud of a demo site with its finished store, and an export of it. */
export interface SiteCloud {
  readonly slug: string;
  readonly cloud: StoredCloud;
  readonly example: DemoExport | null;
}

/**
 * Builds the exact cloud of the site that has one, and an export of it. `workFolder` is on the disk of `filesDir`. Null where no site has
 * one. A sweep removes the remains of an interrupted start.
 */
export async function storeDemoCloud(
  filesDir: string,
  workFolder: string,
  planned: readonly Pick<DemoSite, 'slug' | 'name' | 'origin' | 'cloudFiles'>[],
  signal: AbortSignal,
): Promise<SiteCloud | null> {
  const site = planned.find(({ cloudFiles }) => cloudFiles.length > 0);
  if (!site) return null;
  const frame: FrameDescription = {
    kind: 'local',
    name: `${site.name}: metres east, north and up`,
    toEcef: Array.from(enuFrame(site.origin).ecefFromEnu),
    metresPerUnit: 1,
  };
  const outFolder = join(workFolder, 'cloud');
  await mkdir(outFolder);
  const { description } = await buildCloud({
    files: site.cloudFiles.map((path, i) => ({ path, name: `scan ${i + 1}` })),
    rules: { frame, grid: CLOUD_GRID, reprojectedFrom: null },
    outFolder,
    workFolder,
    // The demo draws its own layer of points.
    withTiles: false,
    signal,
  });
  const storeFolder = join(outFolder, 'store');
  const example = await storeDemoExport(filesDir, { store: storeFolder, origin: site.origin, description }, signal);
  const cloud = await storeCloud({ storeFolder, description }, { filesDir, fs: nodeFs });
  return { slug: site.slug, cloud, example };
}

/** Registers a stored cloud and its export with their site, if that exists. */
export async function makeDemoCloud(tx: Db, stored: SiteCloud | null): Promise<void> {
  if (!stored) return;
  const [site] = await tx.select({ id: sites.id }).from(sites).where(eq(sites.slug, stored.slug));
  const [newest] = site ? await publishedCaptures(tx, { siteId: site.id, modeltypeId: POINT_CLOUD.id }) : [];
  if (!site || !newest) return;
  const siteId = site.id;
  await registerCloud(tx, { siteId, captureId: newest.id }, stored.cloud);
  if (stored.example) await makeDemoExport(tx, stored.example, { siteId, cloudUuid: stored.cloud.uuid });
}

/** Call it after the transaction that has registered the cloud. */
export const settleDemoCloud = (db: Db, filesDir: string, stored: SiteCloud | null): Promise<void> =>
  settleCloud(stored?.cloud ?? null, { db, filesDir, fs: nodeFs });
