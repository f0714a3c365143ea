/**
 * The camera of a photo: where a point of the world lies in its picture, and which way a pixel looks. A pinhole without
 * distortion, its axis through the middle of the picture; or a sphere, whose middle column looks along the heading.
 */
import { RAD_PER_DEG } from './angles.ts';
import { enuFrame, ecefFromLla, type Lla } from './geodesy.ts';
import { transformDirection } from './matrix.ts';
import { type Orientation, orientationOf, rightOf } from './pose.ts';
import { type ReadonlyVec3, type Vec3, dot, normalize, subtract } from './vector.ts';

/** Pixels from the left and the top edge of the upright picture; the middle of the first pixel is 0.5, 0.5. */
export interface PhotoPixel {
  readonly x: number;
  readonly y: number;
}

interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface PerspectiveLens extends PictureSize {
  readonly projection: 'perspective';
  readonly hfovDeg: number;
}

/** `crop` is the part of the whole sphere that the picture covers, in pixels of the whole. */
export interface EquirectangularLens extends PictureSize {
  readonly projection: 'equirectangular';
  readonly crop: {
    readonly fullWidthPx: number;
    readonly fullHeightPx: number;
    readonly leftPx: number;
    readonly topPx: number;
  } | null;
}

export type PhotoLens = PerspectiveLens | EquirectangularLens;

/** Clockwise from true north, above the horizon, clockwise about the optical axis; degrees. */
export interface PhotoAngles {
  readonly headingDeg: number;
  readonly pitchDeg: number;
  readonly rollDeg: number;
}

/** Position and axes in any one Cartesian frame, metres. */
export interface PhotoCamera extends Orientation {
  readonly position: Vec3;
  readonly lens: PhotoLens;
}

const EAST_NORTH_UP = { east: [1, 0, 0] as Vec3, north: [0, 1, 0] as Vec3, vertical: [0, 0, 1] as Vec3 };

/** Optical axis and upper edge in east, north, up. */
export const photoOrientationEnu = ({ headingDeg, pitchDeg, rollDeg }: PhotoAngles): Orientation =>
  orientationOf(
    { headingRad: headingDeg * RAD_PER_DEG, pitchRad: pitchDeg * RAD_PER_DEG, rollRad: rollDeg * RAD_PER_DEG },
    EAST_NORTH_UP,
  );

/** The same in ECEF; the angles are those at the photo's own place. */
export function photoOrientationEcef(place: Lla, angles: PhotoAngles): Orientation {
  const { ecefFromEnu } = enuFrame(place);
  const { direction, up } = photoOrientationEnu(angles);
  return { direction: transformDirection(ecefFromEnu, direction), up: transformDirection(ecefFromEnu, up) };
}

/** The camera of a photo in ECEF metres; its angles are those at its own place. */
export const photoCameraEcef = (place: Lla, angles: PhotoAngles, lens: PhotoLens): PhotoCamera => ({
  position: ecefFromLla(place),
  ...photoOrientationEcef(place, angles),
  lens,
});

/** Pixels per unit of the tangent of the angle to the optical axis. */
const focalPx = ({ widthPx, hfovDeg }: PerspectiveLens): number => widthPx / 2 / Math.tan((hfovDeg / 2) * RAD_PER_DEG);

const wholeOf = ({ widthPx, heightPx, crop }: EquirectangularLens) =>
  crop ?? { fullWidthPx: widthPx, fullHeightPx: heightPx, leftPx: 0, topPx: 0 };

/** Vertical field of view of a perspective photo, degrees. */
export const verticalFovDeg = (lens: PerspectiveLens): number =>
  (2 * Math.atan(lens.heightPx / 2 / focalPx(lens))) / RAD_PER_DEG;

/** A unit vector of the camera's frame as x right, y up, z along the optical axis. */
function inCamera(camera: PhotoCamera, direction: ReadonlyVec3): Vec3 {
  return [dot(direction, rightOf(camera)), dot(direction, camera.up), dot(direction, camera.direction)];
}

/**
 * The pixel that shows a point, which may lie outside the picture; null behind a pinhole and at the camera itself. On a
 * sphere x is within the whole turn.
 */
export function photoPixelOf(camera: PhotoCamera, point: ReadonlyVec3): PhotoPixel | null {
  const away = subtract(point, camera.position);
  if (away[0] === 0 && away[1] === 0 && away[2] === 0) return null;
  const [right, up, ahead] = inCamera(camera, normalize(away));
  const { lens } = camera;
  if (lens.projection === 'perspective') {
    if (ahead <= 1e-6) return null;
    const focal = focalPx(lens);
    return { x: lens.widthPx / 2 + (focal * right) / ahead, y: lens.heightPx / 2 - (focal * up) / ahead };
  }
  const { fullWidthPx, fullHeightPx, leftPx, topPx } = wholeOf(lens);
  const turn = (Math.atan2(right, ahead) / (2 * Math.PI) + 0.5) % 1;
  const fall = 0.5 - Math.atan2(up, Math.hypot(right, ahead)) / Math.PI;
  return { x: turn * fullWidthPx - leftPx, y: fall * fullHeightPx - topPx };
}

/** Which way a pixel looks: a unit vector of the camera's frame. */
export function photoRayOf(camera: PhotoCamera, { x, y }: PhotoPixel): Vec3 {
  const { lens } = camera;
  const right = rightOf(camera);
  let [r, u, a]: Vec3 = [0, 0, 1];
  if (lens.projection === 'perspective') {
    const focal = focalPx(lens);
    [r, u, a] = [(x - lens.widthPx / 2) / focal, (lens.heightPx / 2 - y) / focal, 1];
  } else {
    const { fullWidthPx, fullHeightPx, leftPx, topPx } = wholeOf(lens);
    const turnRad = ((x + leftPx) / fullWidthPx - 0.5) * 2 * Math.PI;
    const riseRad = (0.5 - (y + topPx) / fullHeightPx) * Math.PI;
    [r, u, a] = [Math.sin(turnRad) * Math.cos(riseRad), Math.sin(riseRad), Math.cos(turnRad) * Math.cos(riseRad)];
  }
  return normalize([
    right[0] * r + camera.up[0] * u + camera.direction[0] * a,
    right[1] * r + camera.up[1] * u + camera.direction[1] * a,
    right[2] * r + camera.up[2] * u + camera.direction[2] * a,
  ]);
}

/** Whether a pixel lies in the picture. */
export const isInPicture = ({ x, y }: PhotoPixel, { widthPx, heightPx }: PictureSize): boolean =>
  x >= 0 && x < widthPx && y >= 0 && y < heightPx;
