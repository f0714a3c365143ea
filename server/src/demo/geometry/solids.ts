import { type ReadonlyVec3, distance, subtract } from '@overlook/shared/maths';
import { type Frame, frameAlong, pointIn } from './frame.ts';
import type { Patch, QuadPatch, RevolvedPatch } from './patch.ts';

const TURN = 2 * Math.PI;

/** A flat face; corners counter-clockwise seen from outside. */
export const quad = (a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3, d: ReadonlyVec3): QuadPatch => ({
  kind: 'quad',
  corners: [a, b, c, d],
});

/** The side of a cylinder or cone from (r0, z0) up to (r1, z1) of the frame, over the angles `from` to `to`. */
export const side = (
  frame: Frame,
  r0: number,
  z0: number,
  r1: number,
  z1: number,
  from = 0,
  to = TURN,
): RevolvedPatch => ({ kind: 'revolved', frame, profile: { kind: 'line', r0, z0, r1, z1 }, from, to });

/** A disc or ring at height z of the frame, facing its +z (`'up'`) or −z. */
export const disc = (
  frame: Frame,
  z: number,
  outer: number,
  inner = 0,
  facing: 'up' | 'down' = 'up',
  from = 0,
  to = TURN,
): RevolvedPatch =>
  facing === 'up' ? side(frame, outer, z, inner, z, from, to) : side(frame, inner, z, outer, z, from, to);

/** An ellipsoidal head on a cylinder: radius r at height z, rising by `rise` (negative: a bottom head). */
export const head = (frame: Frame, z: number, r: number, rise: number): RevolvedPatch => ({
  kind: 'revolved',
  frame,
  profile: {
    kind: 'arc',
    r: 0,
    z,
    halfR: r,
    halfZ: Math.abs(rise),
    from: rise > 0 ? 0 : -Math.PI / 2,
    to: rise > 0 ? Math.PI / 2 : 0,
  },
  from: 0,
  to: TURN,
});

/** An upright ellipsoid of revolution between two latitudes (radians), and between two longitudes. */
export const ellipsoid = (
  frame: Frame,
  halfR: number,
  halfZ: number,
  south = -Math.PI / 2,
  north = Math.PI / 2,
  from = 0,
  to = TURN,
): RevolvedPatch => ({
  kind: 'revolved',
  frame,
  profile: { kind: 'arc', r: 0, z: 0, halfR, halfZ, from: south, to: north },
  from,
  to,
});

/** A bent tube: a circle of radius r swept about the frame's z axis at distance `bendRadius`. */
export const torus = (frame: Frame, bendRadius: number, r: number, from = 0, to = TURN): RevolvedPatch => ({
  kind: 'revolved',
  frame,
  profile: { kind: 'arc', r: bendRadius, z: 0, halfR: r, halfZ: r, from: -Math.PI, to: Math.PI },
  from,
  to,
});

/** A round bar or pipe between two points, with flat ends if asked. */
export function rod(a: ReadonlyVec3, b: ReadonlyVec3, r: number, ends: 'open' | 'closed' = 'open'): Patch[] {
  const frame = frameAlong(a, subtract(b, a));
  const length = distance(a, b);
  const shell = side(frame, r, 0, r, length);
  return ends === 'open' ? [shell] : [shell, disc(frame, 0, r, 0, 'down'), disc(frame, length, r)];
}

/** An upright or tilted cylinder with flat ends, standing on the frame's origin. */
export const drum = (frame: Frame, r: number, height: number, rTop = r): Patch[] => [
  side(frame, r, 0, rTop, height),
  disc(frame, height, rTop),
  disc(frame, 0, r, 0, 'down'),
];

/** A ring-shaped plate: outer and inner edge, top and bottom, over an angle range. */
export function ringPlate(
  frame: Frame,
  z: number,
  inner: number,
  outer: number,
  depth: number,
  from = 0,
  to = TURN,
): Patch[] {
  return [
    disc(frame, z, outer, inner, 'up', from, to),
    disc(frame, z - depth, outer, inner, 'down', from, to),
    side(frame, outer, z - depth, outer, z, from, to),
    side(frame, inner, z, inner, z - depth, from, to),
  ];
}

/** Which of a box's six faces to make: t(op) b(ottom) and the four sides as compass letters of its own frame. */
export type BoxFaces = string;

/** A box of the frame between two of its corners (frame coordinates). */
export function box(frame: Frame, low: ReadonlyVec3, high: ReadonlyVec3, faces: BoxFaces = 'tbnesw'): Patch[] {
  const at = (x: 0 | 1, y: 0 | 1, z: 0 | 1) =>
    pointIn(frame, x ? high[0] : low[0], y ? high[1] : low[1], z ? high[2] : low[2]);
  const all: Record<string, () => QuadPatch> = {
    t: () => quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)),
    b: () => quad(at(0, 1, 0), at(1, 1, 0), at(1, 0, 0), at(0, 0, 0)),
    s: () => quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)),
    e: () => quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)),
    n: () => quad(at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)),
    w: () => quad(at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)),
  };
  return [...faces].map((face) => all[face]!());
}

/** A box of a given section along the line from a to b, level across; its depth is along the upward normal. */
export function bar(a: ReadonlyVec3, b: ReadonlyVec3, width: number, depth: number): Patch[] {
  const frame = frameAlong(a, subtract(b, a));
  return box(frame, [-width / 2, -depth / 2, 0], [width / 2, depth / 2, distance(a, b)]);
}

/** An I-section between two points: two flanges and a web, plates as drawn in a steel table. */
export function iBeam(a: ReadonlyVec3, b: ReadonlyVec3, width: number, depth: number): Patch[] {
  const frame = frameAlong(a, subtract(b, a));
  const [w, d, length] = [width / 2, depth / 2, distance(a, b)];
  const flange = depth * 0.09;
  const web = width * 0.06;
  return [
    ...box(frame, [-w, d - flange, 0], [w, d, length]),
    ...box(frame, [-w, -d, 0], [w, -d + flange, length]),
    ...box(frame, [-web, -d + flange, 0], [web, d - flange, length], 'ew'),
  ];
}
