import { type Quaternion, quaternionFromAxes, rotate } from './quaternion.ts';
import { type ReadonlyVec3, type Vec3, cross, dot, length, normalize, scale, subtract } from './vector.ts';

/** Which way a camera looks: two orthogonal unit vectors in the frame of the object that owns them. */
export interface Orientation {
  readonly direction: Vec3;
  readonly up: Vec3;
}

/** A camera in earth-centred, earth-fixed metres: what bookmarks and links store. Specification §3. */
export interface Pose extends Orientation {
  readonly position: Vec3;
  /**
   * Orthographic view: metres that the height of the picture shows. Its camera is where a perspective one shows the same height
   * of what it looks at. Absent: perspective.
   */
  readonly orthoHeightM?: number;
}

/** Least and most metres that the height of an orthographic view can show. */
export const ORTHO_HEIGHT_M = { least: 0.05, most: 100_000 } as const;

/** The nearest height that an orthographic view can have, metres. */
export const orthoHeightWithin = (heightM: number): number =>
  Math.min(ORTHO_HEIGHT_M.most, Math.max(ORTHO_HEIGHT_M.least, heightM));

/** East, north and vertical at a place: unit, orthogonal, right-handed. */
export interface VerticalAxes {
  readonly east: Vec3;
  readonly north: Vec3;
  readonly vertical: Vec3;
}

/**
 * Heading clockwise from north, pitch above the horizon (−π/2 is straight down), roll clockwise as the camera sees it
 * (the horizon then sinks to the left). Radians.
 */
export interface ViewAngles {
  headingRad: number;
  pitchRad: number;
  rollRad: number;
}

/**
 * Under this cosine of the pitch the heading is read from `up`, because `direction` says nothing about it: verticals of one
 * site differ by as much over a few hundred metres. It is a tenth of a pixel.
 */
const STRAIGHT_UP_OR_DOWN = 1e-4;

export const rightOf = ({ direction, up }: Orientation): Vec3 => cross(direction, up);

/**
 * Unit and orthogonal again, `direction` kept. An `up` that is missing or (nearly) parallel is replaced by a level one;
 * a missing direction becomes north. Numbers that are not finite count as missing.
 */
export function orthonormal(direction: ReadonlyVec3, up: ReadonlyVec3): Orientation {
  const d = direction.every(Number.isFinite) && length(direction) > 0 ? normalize(direction) : ([0, 1, 0] as Vec3);
  const u = up.every(Number.isFinite) ? normalize(up) : ([0, 0, 0] as Vec3);
  let across = subtract(u, scale(d, dot(u, d)));
  if (length(across) < 1e-3) {
    const spare: Vec3 = Math.abs(d[2]) < 0.999 ? [0, 0, 1] : [0, 1, 0];
    across = subtract(spare, scale(d, dot(spare, d)));
  }
  return { direction: d, up: normalize(across) };
}

/** Axes for a vertical in the site frame; north is the site's own north laid down at that place. */
export function axesForVertical(vertical: ReadonlyVec3): VerticalAxes {
  const v = normalize(vertical);
  const reference: Vec3 = Math.abs(v[1]) < 0.99 ? [0, 1, 0] : [0, 0, -Math.sign(v[1])];
  const east = normalize(cross(reference, v));
  return { east, north: cross(v, east), vertical: v };
}

export function anglesOf(orientation: Orientation, axes: VerticalAxes): ViewAngles {
  const { direction, up } = orientation;
  const dv = Math.min(1, Math.max(-1, dot(direction, axes.vertical)));
  const [de, dn] = [dot(direction, axes.east), dot(direction, axes.north)];
  const level = Math.hypot(de, dn);
  const pitchRad = Math.atan2(dv, level);
  if (level < STRAIGHT_UP_OR_DOWN) {
    return { headingRad: headingOfUpperEdge(orientation, axes, dv < 0), pitchRad, rollRad: 0 };
  }
  const headingRad = Math.atan2(de, dn);
  const flat = orientationOf({ headingRad, pitchRad, rollRad: 0 }, axes);
  return { headingRad, pitchRad, rollRad: Math.atan2(dot(up, rightOf(flat)), dot(up, flat.up)) };
}

/** Nearer to straight up or down than this (10°), a large roll is expressed as a heading: {@link uprightAnglesOf}. */
const STEEP_LEVEL = Math.sin(Math.PI / 18);
const LARGE_ROLL_RAD = Math.PI / 4;

/**
 * The angles as a person sees them in the picture. Close to straight down (or up) the heading of the direction says
 * little: a fraction of a degree past the nadir turns it, and with it the roll, by half a turn. There the heading is
 * that of the upper edge of the picture, and the camera counts as straight and level. Elsewhere the same as {@link
 * anglesOf}.
 */
export function uprightAnglesOf(orientation: Orientation, axes: VerticalAxes): ViewAngles {
  const angles = anglesOf(orientation, axes);
  if (Math.cos(angles.pitchRad) > STEEP_LEVEL || Math.abs(angles.rollRad) < LARGE_ROLL_RAD) return angles;
  const headingRad = headingOfUpperEdge(orientation, axes, angles.pitchRad < 0);
  return { headingRad, pitchRad: (Math.sign(angles.pitchRad) * Math.PI) / 2, rollRad: 0 };
}

function headingOfUpperEdge({ up }: Orientation, axes: VerticalAxes, isLookingDown: boolean): number {
  const away = isLookingDown ? 1 : -1;
  return Math.atan2(away * dot(up, axes.east), away * dot(up, axes.north));
}

export function orientationOf({ headingRad, pitchRad, rollRad }: ViewAngles, axes: VerticalAxes): Orientation {
  const [sh, ch, sp, cp] = [Math.sin(headingRad), Math.cos(headingRad), Math.sin(pitchRad), Math.cos(pitchRad)];
  const [sr, cr] = [Math.sin(rollRad), Math.cos(rollRad)];
  const combine = (e: number, n: number, v: number): Vec3 => [
    axes.east[0] * e + axes.north[0] * n + axes.vertical[0] * v,
    axes.east[1] * e + axes.north[1] * n + axes.vertical[1] * v,
    axes.east[2] * e + axes.north[2] * n + axes.vertical[2] * v,
  ];
  return {
    direction: combine(sh * cp, ch * cp, sp),
    up: combine(-sh * sp * cr + ch * sr, -ch * sp * cr - sh * sr, cp * cr),
  };
}

/** The rotation that takes the camera's own axes (x right, y up, z backward) to its frame. */
export function quaternionOf(orientation: Orientation): Quaternion {
  return quaternionFromAxes(rightOf(orientation), orientation.up, scale(orientation.direction, -1));
}

export function orientationFromQuaternion(q: Quaternion): Orientation {
  return orthonormal(rotate(q, [0, 0, -1]), rotate(q, [0, 1, 0]));
}

export const rotateOrientation = (q: Quaternion, orientation: Orientation): Orientation =>
  orthonormal(rotate(q, orientation.direction), rotate(q, orientation.up));
