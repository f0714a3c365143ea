import { isOwnModel } from '@overlook/shared/config';
import { ecefToLla, enuFrame, type Vec3 } from '@overlook/shared/maths';
import type { RemoteFile, Stage } from '../../../engine/index.ts';
import { addCloud, localClouds, removeCloud, updateCloud } from '../../../state/local-clouds.ts';

/** Where nothing is in the middle of the view, metres ahead of the camera. */
const AHEAD_M = 50;
/** A smaller increase of the progress is not reported. */
const SHARE_STEP = 0.02;

const stops = new Map<number, () => void>();

/** A place of a screen, in shares of its width and height. */
export interface ScreenSpot {
  readonly xShare: number;
  readonly yShare: number;
}

const MIDDLE: ScreenSpot = { xShare: 0.5, yShare: 0.5 };

/** The point of the view at the spot, ECEF. */
function placeAt(stage: Pick<Stage, 'size' | 'pick' | 'pose'>, { xShare, yShare }: ScreenSpot): Vec3 {
  const { width, height } = stage.size();
  const hit = stage.pick(xShare * width, yShare * height);
  if (hit) return hit.pointEcef;
  const { position, direction } = stage.pose();
  return position.map((value, axis) => value + AHEAD_M * direction[axis]!) as Vec3;
}

/** Reads a file in a worker and shows it in all screens; one on a server is an archive of a model. Errors are shown in its row. */
export async function openCloudFile(
  file: File | RemoteFile,
  stage: Pick<Stage, 'size' | 'pick' | 'pose'>,
  spot = MIDDLE,
): Promise<void> {
  const id = addCloud(file.name);
  let reported = 0;
  const onProgress = (share: number) => {
    if (share - reported < SHARE_STEP) return;
    reported = share;
    updateCloud(id, { share });
  };
  try {
    const { toEcef } = enuFrame(ecefToLla(placeAt(stage, spot)));
    const { openLocalCloud, openOwnModel } = await import('../../../engine/index.ts');
    if (!localClouds.entries.some((entry) => entry.id === id)) return;
    if (!(file instanceof File) || isOwnModel(file.name)) {
      const opening = openOwnModel(file, toEcef);
      stops.set(id, opening.stop);
      updateCloud(id, { share: 1, model: await opening.model });
    } else {
      const opening = openLocalCloud(file, toEcef, onProgress);
      stops.set(id, opening.stop);
      updateCloud(id, { share: 1, cloud: await opening.cloud });
    }
  } catch (error) {
    updateCloud(id, { failure: error instanceof Error ? error.message : String(error) });
  }
  stops.delete(id);
}

/** Takes a cloud away, or stops reading it. */
export function closeCloud(id: number): void {
  stops.get(id)?.();
  stops.delete(id);
  removeCloud(id);
}

/** Takes all clouds away: the files are those of one person. */
export const closeClouds = (): void => localClouds.entries.map(({ id }) => id).forEach(closeCloud);
