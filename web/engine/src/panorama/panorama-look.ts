/** The look into a panorama: its direction and field of view, and the directions of its pixels. */
import {
  type Orientation,
  type PhotoAngles,
  type Vec3,
  RAD_PER_DEG,
  cross,
  dot,
  photoOrientationEnu,
  rightOf,
  vec3Of,
} from '@overlook/shared/maths';
import { PANORAMA } from '@overlook/shared/config';

/** Degrees: clockwise from north, above the horizon, and the field of view across the longer side of the view. */
export interface PanoramaLook {
  readonly headingDeg: number;
  readonly pitchDeg: number;
  readonly fovDeg: number;
}

export interface ViewSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The same look within its limits (specification §9), the heading from 0 to 360. */
export const limitedLook = ({ headingDeg, pitchDeg, fovDeg }: PanoramaLook): PanoramaLook => ({
  headingDeg: ((headingDeg % 360) + 360) % 360,
  pitchDeg: within(pitchDeg, -PANORAMA.pitchMostDeg, PANORAMA.pitchMostDeg),
  fovDeg: within(fovDeg, PANORAMA.fovLeastDeg, PANORAMA.fovMostDeg),
});

/** Direction of the axis and up direction of a look, in east, north, up. */
export const lookOrientationEnu = ({ headingDeg, pitchDeg }: PanoramaLook): Orientation =>
  photoOrientationEnu({ headingDeg, pitchDeg, rollDeg: 0 });

/** CSS pixels per unit of the tangent of the angle to the axis. */
export const lookFocalPx = ({ fovDeg }: PanoramaLook, { widthPx, heightPx }: ViewSize): number =>
  Math.max(widthPx, heightPx) / 2 / Math.tan((fovDeg / 2) * RAD_PER_DEG);

/** Direction of a CSS pixel of the view: a unit vector in east, north, up. */
export function lookRayEnu(look: PanoramaLook, size: ViewSize, x: number, y: number): Vec3 {
  const { direction, up } = lookOrientationEnu(look);
  const right = cross(direction, up);
  const focal = lookFocalPx(look, size);
  const [r, u] = [(x - size.widthPx / 2) / focal, (size.heightPx / 2 - y) / focal];
  const length = Math.hypot(r, u, 1);
  return vec3Of((k) => (right[k] * r + up[k] * u + direction[k]) / length);
}

/** The look after a drag from one CSS pixel to another: the direction of the first becomes that of the second, apart from the roll. */
export function draggedLook(look: PanoramaLook, size: ViewSize, dx: number, dy: number): PanoramaLook {
  const degPerPx = 1 / lookFocalPx(look, size) / RAD_PER_DEG;
  // Near the zenith the same distance on the screen is a larger change of heading.
  const round = Math.max(0.2, Math.cos(look.pitchDeg * RAD_PER_DEG));
  return limitedLook({
    ...look,
    headingDeg: look.headingDeg - (dx * degPerPx) / round,
    pitchDeg: look.pitchDeg + dy * degPerPx,
  });
}

/** The look with another field of view: the direction of a CSS pixel stays the same as far as the limits permit. */
export function zoomedLook(look: PanoramaLook, size: ViewSize, factor: number, x: number, y: number): PanoramaLook {
  const next = limitedLook({ ...look, fovDeg: look.fovDeg * factor });
  const [dx, dy] = [x - size.widthPx / 2, y - size.heightPx / 2];
  const angle = (offset: number, one: PanoramaLook) => Math.atan(offset / lookFocalPx(one, size)) / RAD_PER_DEG;
  const round = Math.max(0.2, Math.cos(look.pitchDeg * RAD_PER_DEG));
  return limitedLook({
    ...next,
    headingDeg: next.headingDeg + (angle(dx, look) - angle(dx, next)) / round,
    pitchDeg: next.pitchDeg - (angle(dy, look) - angle(dy, next)),
  });
}

/** Rotation from the axes of a look (right, up, forward) to those of the photo (right, up, forward), column-major 3×3. */
export function photoFromLook(look: PanoramaLook, angles: PhotoAngles): Float32Array {
  const view = lookOrientationEnu(look);
  const photo = photoOrientationEnu(angles);
  const from: readonly Vec3[] = [rightOf(view), view.up, view.direction];
  const to: readonly Vec3[] = [rightOf(photo), photo.up, photo.direction];
  return Float32Array.from(from.flatMap((column) => to.map((row) => dot(row, column))));
}
