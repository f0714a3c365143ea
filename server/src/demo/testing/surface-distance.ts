import type { ReadonlyVec3 } from '@overlook/shared/maths';
import type { Patch, QuadPatch, RevolvedPatch } from '../geometry/patch.ts';

/** Distance in metres from a point to a patch's surface; exact for planes, lines and circles, close for ellipses. */
export const surfaceDistance = (patch: Patch, point: ReadonlyVec3): number =>
  patch.kind === 'quad' ? quadDistance(patch, point) : revolvedDistance(patch, point);

function quadDistance({ corners: [a, b, c, d] }: QuadPatch, p: ReadonlyVec3): number {
  return Math.min(triangleDistance(a, b, c, p), triangleDistance(a, c, d, p));
}

/** Christer Ericson, Real-Time Collision Detection, 5.1.5, by projection and edges. */
function triangleDistance(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3, p: ReadonlyVec3): number {
  const e = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const f = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
  const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]] as const;
  const nn = n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
  const w = [p[0] - a[0], p[1] - a[1], p[2] - a[2]] as const;
  const edges = Math.min(segmentDistance(a, b, p), segmentDistance(b, c, p), segmentDistance(c, a, p));
  if (nn < 1e-18) return edges;
  const gamma =
    ((e[1] * w[2] - e[2] * w[1]) * n[0] + (e[2] * w[0] - e[0] * w[2]) * n[1] + (e[0] * w[1] - e[1] * w[0]) * n[2]) / nn;
  const beta =
    ((w[1] * f[2] - w[2] * f[1]) * n[0] + (w[2] * f[0] - w[0] * f[2]) * n[1] + (w[0] * f[1] - w[1] * f[0]) * n[2]) / nn;
  if (gamma < 0 || beta < 0 || gamma + beta > 1) return edges;
  return Math.abs(w[0] * n[0] + w[1] * n[1] + w[2] * n[2]) / Math.sqrt(nn);
}

function segmentDistance(a: ReadonlyVec3, b: ReadonlyVec3, p: ReadonlyVec3): number {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const dd = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
  const t =
    dd > 0 ? Math.min(1, Math.max(0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1] + (p[2] - a[2]) * d[2]) / dd)) : 0;
  return Math.hypot(p[0] - a[0] - d[0] * t, p[1] - a[1] - d[1] * t, p[2] - a[2] - d[2] * t);
}

/** Distance in the half plane of radius and height to the profile; the ends of the angles are ignored. */
function revolvedDistance({ frame, profile }: RevolvedPatch, p: ReadonlyVec3): number {
  const w = [p[0] - frame.origin[0], p[1] - frame.origin[1], p[2] - frame.origin[2]] as const;
  const along = (axis: ReadonlyVec3) => w[0] * axis[0] + w[1] * axis[1] + w[2] * axis[2];
  const r = Math.hypot(along(frame.x), along(frame.y));
  const z = along(frame.z);
  if (profile.kind === 'line')
    return segmentDistance([profile.r0, profile.z0, 0], [profile.r1, profile.z1, 0], [r, z, 0]);
  const t = Math.atan2((z - profile.z) / profile.halfZ, (r - profile.r) / profile.halfR);
  return Math.hypot(r - profile.r - profile.halfR * Math.cos(t), z - profile.z - profile.halfZ * Math.sin(t));
}
