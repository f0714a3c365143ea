/**
 * The path between two poses. Height above the ground and distance over it follow {@link smoothZoom}; far flights
 * follow the curve of the earth; the camera turns by slerp, relative to the ground below it. Pure: t in, pose out.
 */
import { FLIGHT } from '@overlook/shared/config';
import {
  type Quaternion,
  type ReadonlyVec3,
  type Vec3,
  add,
  axisAngle,
  conjugate,
  cross,
  distance,
  dot,
  length,
  mix,
  multiplyQuaternions,
  normalize,
  orientationFromQuaternion,
  quaternionOf,
  rotate,
  scale,
  slerp,
  subtract,
} from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { isOrtho, zoomedAbout } from './ortho-pose.ts';
import { orthoPath } from './ortho-path.ts';
import { smoothZoom } from './smooth-zoom.ts';

/** The pose at t, 0 (start) to 1 (end); beyond, the ends. */
export type PosePath = (t: number) => EnuPose;

/**
 * A path over the ground: its length, the heights of its ends, the place at a share of it, and the rotation of the
 * vertical.
 */
interface Track {
  distance: number;
  heights: [number, number];
  place(part: number, height: number): Vec3;
  turn(part: number): Quaternion;
}

const NO_TURN: Quaternion = [0, 0, 0, 1];

/**
 * A path that eases in and out. It stays at least {@link FLIGHT}.minClearance above the ground, or above the lower of
 * its ends where one is nearer to the ground than that. `earth` gives the ground and its curvature. Between two orthographic
 * views it stays one; between two projections it is perspective, and ends with that of `to`.
 */
export function flyPath(from: EnuPose, to: EnuPose, ground: GroundModel): PosePath {
  if (isOrtho(from) && isOrtho(to)) return eased(orthoPath(from, to), from, to);
  const isFar = distance(from.positionEnu, to.positionEnu) > FLIGHT.roundEarthFrom;
  const track =
    ground.centreEnu && isFar ? overTheGlobe(from, to, ground, ground.centreEnu) : overThePlane(from, to, ground);
  // Heights are counted from a floor that both ends clear, so that a path between poses in a pit works as well.
  const floor = Math.min(0, Math.min(...track.heights) - FLIGHT.minClearance);
  const zoom = smoothZoom(track.heights[0] - floor, track.heights[1] - floor, track.distance);
  const startTurn = quaternionOf(from);
  const endTurn = multiplyQuaternions(conjugate(track.turn(1)), quaternionOf(to));
  const at = (share: number): EnuPose => {
    const { along, height } = zoom.at(share * zoom.length);
    const part = track.distance > 0 ? along / track.distance : share;
    const seen = multiplyQuaternions(track.turn(part), slerp(startTurn, endTurn, share));
    return { positionEnu: track.place(part, height + floor), ...orientationFromQuaternion(seen) };
  };
  return eased(at, from, to);
}

const eased =
  (at: PosePath, from: EnuPose, to: EnuPose): PosePath =>
  (t) =>
    t > 0 ? (t < 1 ? at(ease(t)) : to) : from;

/** Straight along the line to a point, for which the point keeps its place on screen; distances shrink evenly. */
export function approachPath(from: EnuPose, anchor: ReadonlyVec3, factor: number): PosePath {
  if (isOrtho(from)) return (t) => (t > 0 ? zoomedAbout(from, anchor, factor ** ease(Math.min(1, t))) : from);
  const at = (f: number): EnuPose => ({
    positionEnu: mix(anchor, from.positionEnu, f),
    direction: from.direction,
    up: from.up,
  });
  return (t) => (t > 0 ? at(factor ** ease(Math.min(1, t))) : from);
}

/** Smootherstep: speed and acceleration are zero at both ends. */
const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

function overThePlane(from: EnuPose, to: EnuPose, ground: GroundModel): Track {
  const [a, b] = [from.positionEnu, to.positionEnu];
  const groundHeight = a[2] - ground.heightAt(a);
  return {
    distance: Math.hypot(b[0] - a[0], b[1] - a[1]),
    heights: [a[2] - groundHeight, b[2] - groundHeight],
    place: (part, height) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, groundHeight + height],
    turn: () => NO_TURN,
  };
}

function overTheGlobe(from: EnuPose, to: EnuPose, ground: GroundModel, centre: Vec3): Track {
  const [a, b] = [subtract(from.positionEnu, centre), subtract(to.positionEnu, centre)];
  const heights: [number, number] = [ground.heightAt(from.positionEnu), ground.heightAt(to.positionEnu)];
  const [ra, rb] = [length(a) - heights[0], length(b) - heights[1]];
  const [na, nb] = [normalize(a), normalize(b)];
  const normal = cross(na, nb);
  const angle = Math.atan2(length(normal), dot(na, nb));
  // Antipodal points have no single shortest path; any great circle is used.
  const spare: Vec3 = Math.abs(na[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const axis = normalize(length(normal) > 1e-12 ? normal : cross(na, spare));
  const turn = (part: number): Quaternion => axisAngle(axis, angle * part);
  return {
    distance: (angle * (ra + rb)) / 2,
    heights,
    place: (part, height) => add(centre, scale(rotate(turn(part), na), ra + (rb - ra) * part + height)),
    turn,
  };
}
