/**
 * Pan: the grabbed point stays under the cursor. The orientation is given, the position follows from it: the camera is
 * put back along the ray through the cursor, to the distance at which
 * - "ground": the height over the horizontal plane through the grabbed point stays (it lies below the camera), or
 * - "view": the depth along the viewing direction stays, or
 *   (in an orthographic view always, which is the same on the screen), or
 * - "globe": the whole camera is turned about the earth's centre instead (from far above).
 */
import { CAMERA, DRAG } from '@overlook/shared/config';
import {
  RAD_PER_DEG,
  type Orientation,
  type Vec3,
  dot,
  length,
  normalize,
  scale,
  subtract,
} from '@overlook/shared/maths';
import { type GroundModel, sineBelowHorizon } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { spinGlobe } from './globe-pan.ts';
import { alongView, heldAt, isOrtho } from './ortho-pose.ts';
import { type Perspective, type ScreenXy, screenRay } from '../view/screen-ray.ts';

const START_SINE = Math.sin(DRAG.minGrazingStartDeg * RAD_PER_DEG);
const LEAST_SINE = Math.sin(DRAG.minGrazingDeg * RAD_PER_DEG);

/** The anchor of a pan: the point, and its largest distance from the camera. */
export interface PanAnchor {
  readonly anchor: Vec3;
  readonly mode: 'ground' | 'view' | 'globe';
  readonly vertical: Vec3;
  /** Height over the plane ("ground") or depth ("view") in metres, to be kept. */
  readonly extent: number;
  readonly start: EnuPose;
  readonly ground: GroundModel;
}

/** Makes the anchor for a point of the site frame. */
export function panAnchorAt(pose: EnuPose, anchor: Vec3, ground: GroundModel): PanAnchor {
  const vertical = ground.verticalAt(anchor);
  if (isOrtho(pose)) return { anchor, vertical, start: pose, ground, mode: 'view', extent: alongView(pose, anchor) };
  const to = subtract(anchor, pose.positionEnu);
  const common = { anchor, vertical, start: pose, ground };
  const reach = length(to);
  if (ground.centreEnu && ground.heightAt(pose.positionEnu) > CAMERA.globePanHeight && reach > CAMERA.globePanHeight) {
    return { ...common, mode: 'globe', extent: reach };
  }
  if (reach > 0 && sineBelowHorizon(to, vertical) / reach >= START_SINE) {
    return { ...common, mode: 'ground', extent: -dot(to, vertical) };
  }
  return { ...common, mode: 'view', extent: Math.max(dot(to, pose.direction), 1e-3) };
}

/**
 * The pose with the grabbed point under `screenXy`, seen with `orientation`; `zoom` above 1 brings the camera nearer by
 * that factor, `twistRad` turns the globe (the other modes turn through `orientation`). `orthoHeightM` is that of the pose
 * before, in an orthographic view.
 */
export function panTo(
  grip: PanAnchor,
  orientation: Orientation,
  screenXy: ScreenXy,
  perspective: Perspective,
  {
    zoom = 1,
    twistRad = 0,
    orthoHeightM,
  }: { zoom?: number; twistRad?: number; orthoHeightM?: number | undefined } = {},
): EnuPose {
  if (orthoHeightM !== undefined)
    return heldAt(grip.anchor, orientation, orthoHeightM / zoom, grip.extent / zoom, screenXy, perspective);
  if (grip.mode === 'globe') {
    return spinGlobe({
      start: grip.start,
      anchor: grip.anchor,
      centre: grip.ground.centreEnu!,
      screenXy,
      perspective,
      zoom,
      twistRad,
    });
  }
  let ray = screenRay(orientation, screenXy, perspective);
  if (grip.mode === 'ground') ray = heldBelowHorizon(ray, grip.vertical);
  const reach =
    grip.mode === 'ground'
      ? grip.extent / zoom / sineBelowHorizon(ray, grip.vertical)
      : grip.extent / zoom / dot(ray, orientation.direction);
  return {
    positionEnu: subtract(grip.anchor, scale(ray, reach)),
    direction: orientation.direction,
    up: orientation.up,
  };
}

/** A ray nearer to the horizon than allowed, brought down to it: a small drag up there would fly over the hills. */
function heldBelowHorizon(ray: Vec3, vertical: Vec3): Vec3 {
  const sine = sineBelowHorizon(ray, vertical);
  if (sine >= LEAST_SINE) return ray;
  const level = normalize(subtract(ray, scale(vertical, -sine)));
  return subtract(scale(level, Math.sqrt(1 - LEAST_SINE * LEAST_SINE)), scale(vertical, LEAST_SINE));
}
