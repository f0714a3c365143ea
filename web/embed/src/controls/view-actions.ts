import { ZOOM_STEP_SHARE } from '@overlook/shared/config';
import { distance, type Vec3 } from '@overlook/shared/maths';
import type { Projection, Stage } from '@overlook/engine';
import { northUp, zoomed } from './compass-pose.ts';

/** Distance for a zoom step when the camera looks at the sky, in metres. */
const FREE_DISTANCE_METRES = 200;

/** Calls back with the point in the middle of the screen, ECEF metres, or null: {@link Stage.pickSoon}. */
export function findCentre(stage: Pick<Stage, 'pickSoon' | 'size'>, onPoint: (pointEcef: Vec3 | null) => void): void {
  const { width, height } = stage.size();
  stage.pickSoon(width / 2, height / 2, (pick) => onPoint(pick?.pointEcef ?? null));
}

/** Turns the view to north around the point in its middle. */
export function turnNorthUp(stage: Stage): void {
  findCentre(stage, (centre) => stage.setPose(northUp(stage.pose(), centre), { animate: true }));
}

/** The projection that the view has not. */
export const otherProjection = (stage: Pick<Stage, 'projection'>): Projection =>
  stage.projection() === 'perspective' ? 'orthographic' : 'perspective';

function zoom(stage: Stage, share: number): void {
  findCentre(stage, (centre) => {
    const pose = stage.pose();
    const away = centre ? distance(pose.position, centre) : FREE_DISTANCE_METRES;
    stage.setPose(zoomed(pose, away, share), { animate: true });
  });
}

export const zoomIn = (stage: Stage): void => zoom(stage, ZOOM_STEP_SHARE);

/** The inverse of {@link zoomIn}: from the reduced distance to the original one. */
export const zoomOut = (stage: Stage): void => zoom(stage, -ZOOM_STEP_SHARE / (1 - ZOOM_STEP_SHARE));
