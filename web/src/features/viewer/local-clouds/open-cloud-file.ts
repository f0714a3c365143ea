import { isOwnModel } from '@overlook/shared/config';
import { distance, llaFromEcef, enuFrame, type Vec3, vec3Of, wayOverGround } from '@overlook/shared/maths';
import type { LocalCloud, PickResult, RemoteFile, Stage } from '@overlook/engine';
import { addCloud, type FilePlace, localClouds, removeCloud, updateCloud } from '../../../state/local-clouds.ts';

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
async function placeAt(
  stage: Pick<Stage, 'size' | 'pickSoon' | 'pose'>,
  { xShare, yShare }: ScreenSpot,
): Promise<Vec3> {
  const { width, height } = stage.size();
  const hit = await new Promise<PickResult | null>((resolve) =>
    stage.pickSoon(xShare * width, yShare * height, resolve),
  );
  if (hit) return hit.pointEcef;
  const { position, direction } = stage.pose();
  return position.map((value, axis) => value + AHEAD_M * direction[axis]!) as Vec3;
}

/** Reads a file in a worker and shows it in all screens; one on a server is an archive of a model. Errors are shown in its row. */
export async function openCloudFile(
  file: File | RemoteFile,
  stage: Pick<Stage, 'size' | 'pickSoon' | 'pose'>,
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
    const viewEcef = await placeAt(stage, spot);
    const { ecefFromEnu } = enuFrame(llaFromEcef(viewEcef));
    const { openLocalCloud, openOwnModel } = await import('@overlook/engine');
    if (!localClouds.entries.some((entry) => entry.id === id)) return;
    if (!(file instanceof File) || isOwnModel(file.name)) {
      const opening = openOwnModel(file, ecefFromEnu);
      stops.set(id, opening.stop);
      const model = await opening.model;
      updateCloud(id, { share: 1, model, place: placeFrom(viewEcef, model) });
    } else {
      const opening = openLocalCloud(file, ecefFromEnu, onProgress, async (asked) =>
        (await import('./cloud-grids.ts')).gridsOfCloud(id, asked),
      );
      stops.set(id, opening.stop);
      const cloud = await opening.cloud;
      updateCloud(id, { share: 1, cloud, place: placeFrom(viewEcef, sphereOf(cloud)) });
    }
  } catch (error) {
    updateCloud(id, { failure: error instanceof Error ? error.message : String(error) });
  }
  stops.delete(id);
}

type Sphere = Pick<FilePlace, 'centerEcef' | 'radiusM'>;

/** Around the pieces of a cloud, which are boxes along the axes of the earth. */
function sphereOf({ pieces }: LocalCloud): Sphere {
  const ends = (sign: number) => (axis: number) =>
    pieces.map(({ box }) => box[axis]! + sign * box[3 + 4 * axis]!).reduce((a, b) => (sign * (b - a) > 0 ? b : a));
  const [low, high] = [vec3Of(ends(-1)), vec3Of(ends(1))];
  return { centerEcef: vec3Of((axis) => (low[axis] + high[axis]) / 2), radiusM: distance(low, high) / 2 };
}

/** Metres between the view and a file beyond which the file is elsewhere. */
const ELSEWHERE_M = 200;

function placeFrom(viewEcef: Vec3, { centerEcef, radiusM }: Sphere): FilePlace {
  const awayM = wayOverGround(distance(centerEcef, viewEcef));
  return { centerEcef, radiusM, awayM: awayM - radiusM > ELSEWHERE_M ? awayM : null };
}

/** Takes a cloud away, or stops reading it. */
export function closeCloud(id: number): void {
  stops.get(id)?.();
  stops.delete(id);
  removeCloud(id);
}

/** Takes all clouds away: the files are those of one person. */
export const closeClouds = (): void => localClouds.entries.map(({ id }) => id).forEach(closeCloud);
