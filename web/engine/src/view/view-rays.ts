/**
 * The rays of a camera. In a perspective view all begin at the camera. In an orthographic view all have the direction of the
 * view, and begin before everything that it shows, {@link ORTHO_REACH_M} before the camera.
 */
import { type Vec3, add, distance, dot, normalize, scale, subtract } from '@overlook/shared/maths';
import { type CameraFrame, ORTHO_REACH_M } from './camera-frame.ts';
import { screenOffset, screenRay } from './screen-ray.ts';

export interface ViewRay {
  readonly originEnu: Vec3;
  /** Unit. */
  readonly directionEnu: Vec3;
}

/** Position of the camera, ENU metres. */
export const eyeOf = ({ x, y, z }: CameraFrame): Vec3 => [x, y, z];

/** The ray through the centre of a CSS pixel position; x to the right, y down. */
export function rayAt(camera: CameraFrame, x: number, y: number): ViewRay {
  const { widthPx: width, heightPx: height, fovYRad, direction, isOrtho } = camera;
  const view = { width, height, fovYRad };
  if (!isOrtho) return { originEnu: eyeOf(camera), directionEnu: screenRay(camera, [x, y], view) };
  const beside = screenOffset(camera, [x, y], view, height / camera.pixelsPerMetre);
  return { originEnu: add(startOf(camera), beside), directionEnu: direction };
}

/** The ray to a point, and the distance of the point along it, metres; null for the position of the camera itself. */
export function rayTo(camera: CameraFrame, pointEnu: Vec3): (ViewRay & { readonly distanceM: number }) | null {
  if (camera.isOrtho) {
    const distanceM = distanceTo(camera, pointEnu);
    const originEnu = subtract(pointEnu, scale(camera.direction, distanceM));
    return { originEnu, directionEnu: camera.direction, distanceM };
  }
  const way = subtract(pointEnu, eyeOf(camera));
  const distanceM = distanceTo(camera, pointEnu);
  return distanceM === 0 ? null : { originEnu: eyeOf(camera), directionEnu: normalize(way), distanceM };
}

/** Metres along its ray from where the view begins to a point. */
export const distanceTo = (camera: CameraFrame, pointEnu: Vec3): number =>
  camera.isOrtho ? dot(subtract(pointEnu, startOf(camera)), camera.direction) : distance(eyeOf(camera), pointEnu);

/**
 * The distance (metres) by which tolerances grow: that of the point in a perspective view. In an orthographic view that from
 * which a perspective view has its scale.
 */
export const toleranceReach = (
  { isOrtho, heightPx, fovYRad, pixelsPerMetre }: CameraFrame,
  distanceM: number,
): number => (isOrtho ? heightPx / 2 / Math.tan(fovYRad / 2) / pixelsPerMetre : distanceM);

/** Where the view begins: at the camera, or in an orthographic view before everything that it shows, ENU metres. */
export const startOf = (camera: CameraFrame): Vec3 =>
  camera.isOrtho ? subtract(eyeOf(camera), scale(camera.direction, ORTHO_REACH_M)) : eyeOf(camera);
