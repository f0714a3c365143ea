import { ZOOM_STEP_SHARE } from '@overlook/shared/config';
import { distance, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '../engine/index.ts';
import { northUp, zoomed } from './compass-pose.ts';

/** Distance that a zoom step works with when the camera looks at nothing, in metres. */
const FREE_DISTANCE_METRES = 200;

/** What the middle of the screen shows, ECEF metres, or null. */
export function centrePoint(stage: Stage): Vec3 | null {
  const { width, height } = stage.size();
  return stage.pick(width / 2, height / 2)?.pointEcef ?? null;
}

/** Turns the view to north round what is in its middle. */
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

/** The way back of {@link zoomIn}: from what is left of the distance to all of it. */
export const zoomOut = (stage: Stage): void => zoom(stage, -ZOOM_STEP_SHARE / (1 - ZOOM_STEP_SHARE));
