import { ZOOM_STEP_SHARE } from '@overlook/shared/config';
import { distance, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '../engine/index.ts';
import { northUp, zoomed } from './compass-pose.ts';

/** Distance for a zoom step when the camera looks at the sky, in metres. */
const FREE_DISTANCE_METRES = 200;

/** The point in the middle of the screen, ECEF metres, or null. */
export function centrePoint(stage: Stage): Vec3 | null {
  const { width, height } = stage.size();
  return stage.pick(width / 2, height / 2)?.pointEcef ?? null;
}

/** Turns the view to north around the point in its middle. */
export function turnNorthUp(stage: Stage): void {
  stage.setPose(northUp(stage.pose(), centrePoint(stage)), { animate: true });
}

function zoom(stage: Stage, share: number): void {
  const pose = stage.pose();
  const target = centrePoint(stage);
  const away = target ? distance(pose.position, target) : FREE_DISTANCE_METRES;
  stage.setPose(zoomed(pose, away, share), { animate: true });
}

export const zoomIn = (stage: Stage): void => zoom(stage, ZOOM_STEP_SHARE);

/** The inverse of {@link zoomIn}: from the reduced distance to the original one. */
export const zoomOut = (stage: Stage): void => zoom(stage, -ZOOM_STEP_SHARE / (1 - ZOOM_STEP_SHARE));
