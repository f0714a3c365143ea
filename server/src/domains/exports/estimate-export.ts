import { EXPORTS_MESSAGES, tooManyPointsText } from '@overlook/shared/messages';
import { estimatePoints, placedGrid } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { moveOfPlacement } from '../../pointclouds/placed-frame.ts';
import { STORE_FILES } from '../../pointclouds/store/store-index.ts';
import { ObjectMissingError } from '../../storage/objects/object-store.ts';
import type { PointcloudRow } from './pointcloud.ts';

interface Wanted {
  readonly cloud: PointcloudRow;
  readonly box: ExportBox;
  /** One of the cloud's, metres. */
  readonly density: number;
}

/**
 * The approximate number of points of an export, by the cloud's count grid. Throws 400 where one export may not have as
 * many, 409 where the cloud's files no longer exist.
 */
export async function estimateExport(
  { env, folders, countGrids }: Pick<SignedInContext, 'env' | 'folders' | 'countGrids'>,
  { cloud, box, density }: Wanted,
): Promise<number> {
  if (!(await folders.isThere(cloud.filepath))) throw conflict(EXPORTS_MESSAGES['export.cloudReplaced']);
  const read = () => folders.read(cloud.filepath, STORE_FILES.grid);
  const grid = await countGrids.of(cloud.filepath, read).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? conflict(EXPORTS_MESSAGES['export.cloudReplaced']) : error;
  });
  const moved = placedGrid(grid, moveOfPlacement(cloud.placement));
  const pointsAt = (one: number) => estimatePoints(moved, box, one).points;
  const [points, most] = [pointsAt(density), env.exportPointsMost];
  if (points > most) {
    const fitting = cloud.densities.find((one) => one > density && pointsAt(one) <= most) ?? null;
    const sentence = tooManyPointsText(points, most, fitting);
    throw invalid(sentence, { density: sentence });
  }
  return points;
}
