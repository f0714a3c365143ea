import { mkdtemp } from 'node:fs/promises';
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
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { nodeFs } from '../errors/publish-fs.ts';
import { type DemoExport, makeDemoExport, storeDemoExport } from './demo-export.ts';
import type { DemoCapture, DemoSite } from './generate-demo.ts';
import { CLOUD_GRID } from './tiles/cloud-file.ts';

/** The exact cloud of a capture of a demo site with its finished store, and an export of that of the newest capture. */
export interface SiteCloud {
  readonly slug: string;
  readonly takenOn: string | null;
  readonly cloud: StoredCloud;
  readonly example: DemoExport | null;
}

type CloudSite = Pick<DemoSite, 'slug' | 'name' | 'origin' | 'cloudFiles' | 'takenOn'> & {
  readonly earlier: readonly Pick<DemoCapture, 'cloudFiles' | 'takenOn'>[];
};

/**
 * Builds the exact clouds of the captures that have one, and an export of each site's newest. `workFolder` is on the disk of `filesDir`. A
 * sweep removes the remains of an interrupted start.
 */
export async function storeDemoClouds(
  { filesDir, objects }: { filesDir: string; objects: ObjectStore },
  workFolder: string,
  planned: readonly CloudSite[],
  signal: AbortSignal,
): Promise<SiteCloud[]> {
  const stored: SiteCloud[] = [];
  for (const site of planned)
    for (const capture of [...site.earlier, site].filter(({ cloudFiles }) => cloudFiles.length > 0)) {
      const { storeFolder, description } = await buildStore(workFolder, site, capture.cloudFiles, signal);
      const example =
        capture === site
          ? await storeDemoExport(
              { filesDir, objects },
              { store: storeFolder, origin: site.origin, description },
              signal,
            )
          : null;
      const cloud = await storeCloud({ storeFolder, description }, { filesDir, objects, fs: nodeFs });
      stored.push({ slug: site.slug, takenOn: capture.takenOn, cloud, example });
    }
  return stored;
}

async function buildStore(
  workFolder: string,
  { name, origin }: CloudSite,
  cloudFiles: readonly string[],
  signal: AbortSignal,
) {
  const frame: FrameDescription = {
    kind: 'local',
    name: `${name}: metres east, north and up`,
    toEcef: Array.from(enuFrame(origin).ecefFromEnu),
    metresPerUnit: 1,
  };
  const outFolder = await mkdtemp(join(workFolder, 'cloud-'));
  const { description } = await buildCloud({
    files: cloudFiles.map((path, i) => ({ path, name: `scan ${i + 1}` })),
    rules: { frame, grid: CLOUD_GRID, reprojectedFrom: null },
    outFolder,
    workFolder,
    // The demo draws its own layer of points.
    withTiles: false,
    signal,
  });
  return { storeFolder: join(outFolder, 'store'), description };
}

/** Registers stored clouds and their exports with their captures, as far as these exist. */
export async function makeDemoClouds(tx: Db, stored: readonly SiteCloud[]): Promise<void> {
  for (const { slug, takenOn, cloud, example } of stored) {
    const [site] = await tx.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
    if (!site) continue;
    const siteId = site.id;
    // Newest first.
    const captures = await publishedCaptures(tx, { siteId, modeltypeId: POINT_CLOUD.id });
    const capture = captures.find((one) => takenOn === null || one.takenOn === takenOn);
    if (!capture) continue;
    await registerCloud(tx, { siteId, captureId: capture.id }, cloud);
    if (example) await makeDemoExport(tx, example, { siteId, cloudUuid: cloud.uuid });
  }
}

/** Call it after the transaction that has registered the clouds. */
export async function settleDemoClouds(db: Db, filesDir: string, stored: readonly SiteCloud[]): Promise<void> {
  for (const { cloud } of stored) await settleCloud(cloud, { db, filesDir, fs: nodeFs });
}
