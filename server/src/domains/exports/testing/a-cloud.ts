import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, pointclouds } from '@overlook/db/schema';
import { aModel } from '@overlook/db/seed';
import { POINT_CLOUD } from '@overlook/shared/config';
import { type Vec3, toMat4 } from '@overlook/shared/maths';
import { type CountGrid, encodeCountGrid } from '@overlook/shared/points';
import type { ExportInput } from '@overlook/shared/schemas';
import type { TestServer } from '../../../testing/test-server.ts';
import { STORE_FILES } from '../../../pointclouds/store/store-index.ts';
import type { PointcloudRow } from '../pointcloud.ts';

/** Folder of the store of a cloud on the disk. */
export const storeFolder = (filesDir: string, { filepath }: Pick<PointcloudRow, 'filepath'>): string =>
  join(filesDir, filepath);

const DENSITIES = [0.0025, 0.005, 0.05];

/** Where `anExport` has its box. */
const CENTER: Vec3 = [-3_917_000, 3_465_000, -3_637_000];

/** A site's point cloud without points to export: its row, and a count grid of one cell with `points` in the middle of `anExport`. */
export async function aPointcloud(
  { database: { db }, filesDir }: Pick<TestServer, 'database' | 'filesDir'>,
  siteId: number,
  points = 1000,
): Promise<PointcloudRow> {
  const uuid = crypto.randomUUID();
  const [row] = await db
    .insert(pointclouds)
    .values({
      uuid,
      siteId,
      captureId: await pointCapture(db, siteId),
      densities: DENSITIES,
      filepath: `pointclouds/${uuid}`,
      points,
      coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)',
      hasColor: true,
      hasIntensity: true,
    })
    .returning();
  await mkdir(storeFolder(filesDir, row!), { recursive: true });
  await writeFile(join(storeFolder(filesDir, row!), STORE_FILES.grid), encodeCountGrid(oneCell(points)));
  return { ...row!, placement: null };
}

/** The newest capture of the point cloud of a site without a cloud to export from, or a new one. */
async function pointCapture(db: Db, siteId: number): Promise<number> {
  const [known] = await db
    .select({ id: captures.id })
    .from(captures)
    .leftJoin(pointclouds, eq(pointclouds.captureId, captures.id))
    .where(and(eq(captures.siteId, siteId), eq(captures.modeltypeId, POINT_CLOUD.id), isNull(pointclouds.uuid)));
  return (
    known?.id ?? (await aModel(db, { siteId, modeltypeId: POINT_CLOUD.id, filepath: `/points/${siteId}` })).captureId
  );
}

/** The cell has sides of 0.5 m; the coarser a density, the fewer points. */
function oneCell(points: number): CountGrid {
  const place = Uint16Array.of(100);
  // Columns: axes of the earth, two cells a metre, the centre in the middle of the cell.
  const ecefToCell = toMat4([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, ...CENTER.map((at) => 100.5 - 2 * at), 1]);
  const counts = DENSITIES.map((_, coarser) => Uint32Array.of(points / 10 ** coarser));
  return { ecefToCell, cellM: 0.5, densities: DENSITIES, x: place, y: place, z: place, counts };
}

/** A request for an export from it. */
export const anExport = (cloud: PointcloudRow, more: Partial<ExportInput> = {}): ExportInput => ({
  pointCloudID: cloud.uuid,
  siteSlug: 'plant',
  density: 0.005,
  description: 'Pump house',
  formats: ['E57', 'PTS'],
  centerX: CENTER[0],
  centerY: CENTER[1],
  centerZ: CENTER[2],
  sizeX: 2.5,
  sizeY: 2.5,
  sizeZ: 2.5,
  degrees: 30,
  ...more,
});
