import { EXPORTS_MESSAGES, tooManyPointsText } from '@overlook/shared/messages';
import { estimatePoints } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { gridFile, type PointcloudRow } from './pointcloud.ts';

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
  { env, filesDir, countGrids }: Pick<SignedInContext, 'env' | 'filesDir' | 'countGrids'>,
  { cloud, box, density }: Wanted,
): Promise<number> {
  const grid = await countGrids.of(gridFile(filesDir, cloud)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? conflict(EXPORTS_MESSAGES['export.cloudReplaced']) : error;
  });
  const pointsAt = (one: number) => estimatePoints(grid, box, one).points;
  const [points, most] = [pointsAt(density), env.exportPointsMost];
  if (points > most) {
    const fitting = cloud.densities.find((one) => one > density && pointsAt(one) <= most) ?? null;
    const sentence = tooManyPointsText(points, most, fitting);
    throw invalid(sentence, { density: sentence });
  }
  return points;
}
