import { type ReadonlyVec3, add, distance } from '@overlook/shared/maths';
import type { Frame } from './frame.ts';

/**
 * Everything built on a site is made of two kinds of exact surface, each a map from (u, v) in [0, 1]² to a point:
 * a flat (or evenly twisted) quad, and a curve rotated about an axis. Meshes of every level, light samples and laser
 * points all come from the same map, so they agree to the last bit that their storage keeps. Seen from outside, u runs
 * to the right and v upwards.
 */
export type Patch = QuadPatch | RevolvedPatch;

/** Corners in order (0,0), (1,0), (1,1), (0,1), counter-clockwise seen from outside; site ENU metres. */
export interface QuadPatch {
  readonly kind: 'quad';
  readonly corners: readonly [ReadonlyVec3, ReadonlyVec3, ReadonlyVec3, ReadonlyVec3];
}

/** A profile in (radius, height) metres of the frame; outside is to the right of its direction of travel. */
export type Profile =
  | { readonly kind: 'line'; readonly r0: number; readonly z0: number; readonly r1: number; readonly z1: number }
  | {
      readonly kind: 'arc';
      /** Centre, and the half axes along radius and height. */
      readonly r: number;
      readonly z: number;
      readonly halfR: number;
      readonly halfZ: number;
      /** Angles in radians from the outward radius towards +z. */
      readonly from: number;
      readonly to: number;
    };

/** A profile turned about the frame's z axis from angle `from` to `to` (radians, `to` > `from`). */
export interface RevolvedPatch {
  readonly kind: 'revolved';
  readonly frame: Frame;
  readonly profile: Profile;
  readonly from: number;
  readonly to: number;
}

/** Six numbers: position (ENU metres) and outward unit normal. */
export type SurfaceSample = Float64Array<ArrayBuffer> & Record<0 | 1 | 2 | 3 | 4 | 5, number>;
export const newSample = (): SurfaceSample => new Float64Array(6) as SurfaceSample;

/** The same surface elsewhere, `by` metres away. */
export function translated(patch: Patch, by: ReadonlyVec3): Patch {
  if (patch.kind === 'revolved') return { ...patch, frame: { ...patch.frame, origin: add(patch.frame.origin, by) } };
  const [a, b, c, d] = patch.corners;
  return { ...patch, corners: [add(a, by), add(b, by), add(c, by), add(d, by)] };
}

/** Writes position and outward unit normal at (u, v) to `out`. */
export function evaluate(patch: Patch, u: number, v: number, out: SurfaceSample): void {
  if (patch.kind === 'quad') evaluateQuad(patch, u, v, out);
  else evaluateRevolved(patch, u, v, out);
}

function evaluateQuad({ corners }: QuadPatch, u: number, v: number, out: SurfaceSample): void {
  // By index: to take the four corners out as a list costs more than the sums below.
  const a = corners[0];
  const b = corners[1];
  const c = corners[2];
  const d = corners[3];
  const wa = (1 - u) * (1 - v);
  const wb = u * (1 - v);
  const wc = u * v;
  const wd = (1 - u) * v;
  out[0] = a[0] * wa + b[0] * wb + c[0] * wc + d[0] * wd;
  out[1] = a[1] * wa + b[1] * wb + c[1] * wc + d[1] * wd;
  out[2] = a[2] * wa + b[2] * wb + c[2] * wc + d[2] * wd;
  const ux = (b[0] - a[0]) * (1 - v) + (c[0] - d[0]) * v;
  const uy = (b[1] - a[1]) * (1 - v) + (c[1] - d[1]) * v;
  const uz = (b[2] - a[2]) * (1 - v) + (c[2] - d[2]) * v;
  const vx = (d[0] - a[0]) * (1 - u) + (c[0] - b[0]) * u;
  const vy = (d[1] - a[1]) * (1 - u) + (c[1] - b[1]) * u;
  const vz = (d[2] - a[2]) * (1 - u) + (c[2] - b[2]) * u;
  writeUnit(out, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Writes radius and height of the profile at v, and its outward normal (any length) along both, metres. */
export function profileAt(profile: Profile, v: number, out: Float64Array): void {
  if (profile.kind === 'line') {
    out[0] = profile.r0 + (profile.r1 - profile.r0) * v;
    out[1] = profile.z0 + (profile.z1 - profile.z0) * v;
    out[2] = profile.z1 - profile.z0;
    out[3] = profile.r0 - profile.r1;
    return;
  }
  const t = profile.from + (profile.to - profile.from) * v;
  const c = Math.cos(t);
  const s = Math.sin(t);
  const sign = profile.to > profile.from ? 1 : -1;
  out[0] = profile.r + profile.halfR * c;
  out[1] = profile.z + profile.halfZ * s;
  out[2] = sign * profile.halfZ * c;
  out[3] = sign * profile.halfR * s;
}

const onProfile = new Float64Array(4);

function evaluateRevolved(patch: RevolvedPatch, u: number, v: number, out: SurfaceSample): void {
  const { frame, profile } = patch;
  profileAt(profile, v, onProfile);
  const r = onProfile[0]!;
  const z = onProfile[1]!;
  const nr = onProfile[2]!;
  const nz = onProfile[3]!;
  const angle = patch.from + (patch.to - patch.from) * u;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const { origin: o, x: ax, y: ay, z: az } = frame;
  const rx = ax[0] * c + ay[0] * s;
  const ry = ax[1] * c + ay[1] * s;
  const rz = ax[2] * c + ay[2] * s;
  out[0] = o[0] + rx * r + az[0] * z;
  out[1] = o[1] + ry * r + az[1] * z;
  out[2] = o[2] + rz * r + az[2] * z;
  writeUnit(out, rx * nr + az[0] * nz, ry * nr + az[1] * nz, rz * nr + az[2] * nz);
}

function writeUnit(out: SurfaceSample, x: number, y: number, z: number): void {
  const l = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
  out[3] = x * l;
  out[4] = y * l;
  out[5] = z * l;
}

/** The extent of the patch along u and v, and its curvature, for tessellation, textures and sampling. */
export interface PatchExtent {
  /** Longest run along u and along v, metres. */
  readonly lengthU: number;
  readonly lengthV: number;
  /** Surface area in square metres (exact for quads that are parallelograms and for lines; close for arcs). */
  readonly area: number;
  /** Largest radius of curvature and total angle (radians) along u and v; radius 0 where it is straight. */
  readonly radiusU: number;
  readonly angleU: number;
  readonly radiusV: number;
  readonly angleV: number;
}

export function extentOf(patch: Patch): PatchExtent {
  if (patch.kind === 'quad') {
    const [a, b, c, d] = patch.corners;
    const lengthU = Math.max(distance(a, b), distance(d, c));
    const lengthV = Math.max(distance(a, d), distance(b, c));
    const area = (distance(a, b) + distance(d, c)) * (distance(a, d) + distance(b, c)) * 0.25;
    return { lengthU, lengthV, area, radiusU: 0, angleU: 0, radiusV: 0, angleV: 0 };
  }
  const { profile } = patch;
  const angleU = patch.to - patch.from;
  if (profile.kind === 'line') {
    const radiusU = Math.max(profile.r0, profile.r1);
    const lengthV = Math.hypot(profile.r1 - profile.r0, profile.z1 - profile.z0);
    const area = angleU * ((profile.r0 + profile.r1) / 2) * lengthV;
    return { lengthU: angleU * radiusU, lengthV, area, radiusU, angleU, radiusV: 0, angleV: 0 };
  }
  const angleV = Math.abs(profile.to - profile.from);
  const radiusV = Math.max(profile.halfR, profile.halfZ);
  const radiusU = profile.r + Math.abs(profile.halfR);
  const lengthV = (angleV * (profile.halfR + profile.halfZ)) / 2;
  const middle =
    profile.r + (profile.halfR * (Math.sin(profile.to) - Math.sin(profile.from))) / (profile.to - profile.from);
  return {
    lengthU: angleU * radiusU,
    lengthV,
    area: angleU * Math.abs(middle) * lengthV,
    radiusU,
    angleU,
    radiusV,
    angleV,
  };
}
