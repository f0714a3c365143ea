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
 * About how many points an export has, by the cloud's count grid. Throws 400 where these are more than one export may have, 409 where
 * the cloud's files are not there any more.
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
