import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads, users } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { enuFrame, type Lla, transformPoint } from '@overlook/shared/maths';
import type { ExportBox } from '@overlook/shared/schemas';
import { exportKey, newExportName, newPartFile } from '../domains/exports/export-files.ts';
import { expiryOf } from '../domains/exports/settle-export.ts';
import { exportCloud } from '../pointclouds/export/export-cloud.ts';
import type { StoreDescription } from '../pointclouds/store/store-index.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { systemClock } from '../services/clock.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';

/** The example export: three tanks and their bund, metres from the origin of the site. */
const EXAMPLE = {
  description: 'Condensate tanks T-101 to T-103',
  centerEnu: [-74, -18, 6],
  size: [72, 42, 14],
} as const;
const FORMAT = 'E57';

/** An export whose file is stored. */
export interface DemoExport {
  readonly filename: string;
  readonly box: ExportBox;
  readonly density: number;
  readonly points: number;
  readonly sizeBytes: number;
}

/** Writes the example export of a cloud; null where the box has no points, as in clouds that are not the demo's. */
export async function storeDemoExport(
  { filesDir, objects }: { filesDir: string; objects: ObjectStore },
  { store, origin, description }: { store: string; origin: Lla; description: StoreDescription },
  signal: AbortSignal,
): Promise<DemoExport | null> {
  const [centerX, centerY, centerZ] = transformPoint(enuFrame(origin).ecefFromEnu, EXAMPLE.centerEnu);
  const [sizeX, sizeY, sizeZ] = EXAMPLE.size;
  const box = { centerX, centerY, centerZ, sizeX, sizeY, sizeZ, degrees: 0 };
  const density = description.densities[0]!;
  const filename = newExportName(FORMAT);
  const path = await newPartFile(filesDir, filename);
  const work = {
    store,
    moveEcef: null,
    box,
    density,
    coordinates: 'site',
    pointsMost: EXPORTS.pointsMostDefault,
    title: EXAMPLE.description,
  } as const;
  const { points, sizesBytes } = await exportCloud({ ...work, files: [{ format: FORMAT, path }] }, { signal });
  if (points === 0) return null;
  await objects.takeFile(exportKey(filename), path);
  return { filename, box, density, points, sizeBytes: sizesBytes[0]! };
}

/** Lists a stored export among the downloads of the demo's administrator. */
export async function makeDemoExport(
  tx: Pick<Db, 'insert' | 'select'>,
  example: DemoExport,
  { siteId, cloudUuid }: { siteId: number; cloudUuid: string },
): Promise<void> {
  const { email } = DEMO_ACCOUNTS.find(({ role }) => role === 'admin')!;
  const [admin] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  const finishedAt = systemClock.now();
  await tx.insert(pointgrabDownloads).values({
    ...example,
    siteId,
    pointcloudUuid: cloudUuid,
    requestedBy: admin!.id,
    format: FORMAT,
    description: EXAMPLE.description,
    status: 'completed',
    createdAt: finishedAt,
    finishedAt,
    expiresAt: expiryOf(finishedAt),
  });
}
