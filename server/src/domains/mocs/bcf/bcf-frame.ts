import {
  add,
  checkedPose,
  type EnuFrame,
  enuFrame,
  length,
  type Lla,
  type Pose,
  scale,
  transformDirection,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { BcfCamera, BcfViewpoint } from './bcf-topic.ts';

/**
 * BCF has metres in the frame of a project, and cannot state the place of that frame on the earth. The frame of a site
 * is east, north and up at its origin on the WGS84 ellipsoid; a label of each topic says where the origin is, for us
 * and for people.
 */
const LABEL = /^Frame: ENU at (-?\d+\.\d+) (-?\d+\.\d+) (-?\d+\.\d+)$/;

/** The label that names the origin of a frame: longitude and latitude in degrees to 0.1 mm, ellipsoidal height in metres. */
export const frameLabel = ({ longitude, latitude, height }: Lla): string =>
  `Frame: ENU at ${longitude.toFixed(9)} ${latitude.toFixed(9)} ${height.toFixed(4)}`;

export const isFrameLabel = (label: string): boolean => LABEL.test(label);

/** The frame that a label names; null when no label does, or its place is invalid. */
export function labelledFrame(labels: readonly string[]): EnuFrame | null {
  const match = labels.map((label) => LABEL.exec(label)).find((one) => one !== null);
  if (!match) return null;
  const [longitude, latitude, height] = match.slice(1).map(Number) as [number, number, number];
  const isPlace = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && Math.abs(height) <= 1e6;
  return isPlace ? enuFrame({ longitude, latitude, height }) : null;
}

export const cameraInFrame = ({ enuFromEcef }: EnuFrame, { position, direction, up }: Pose): BcfCamera => ({
  position: transformPoint(enuFromEcef, position),
  direction: transformDirection(enuFromEcef, direction),
  up: transformDirection(enuFromEcef, up),
});

/** The camera in ECEF metres, its axes unit and orthogonal. Throws a RangeError for one that cannot be used. */
export const poseFromFrame = ({ ecefFromEnu }: EnuFrame, { position, direction, up }: BcfCamera): Pose =>
  checkedPose({
    position: transformPoint(ecefFromEnu, position),
    direction: transformDirection(ecefFromEnu, direction),
    up: transformDirection(ecefFromEnu, up),
  });

/** Metres south of a place, and above it. */
const VIEWED_FROM_METRES = 40;

/** A view of a place for a change that was saved without a camera: from the south, 45° down. */
export function viewOf({ enuFromEcef }: EnuFrame, pointEcef: Vec3): BcfCamera {
  const place = transformPoint(enuFromEcef, pointEcef);
  const half = Math.SQRT1_2;
  return {
    position: add(place, [0, -VIEWED_FROM_METRES, VIEWED_FROM_METRES]),
    direction: [0, half, -half],
    up: [0, half, half],
  };
}

/** A mark at the place of a change: a line of this length, metres, that begins there and goes up. */
const MARK_METRES = 3;

export const markAt = ({ enuFromEcef }: EnuFrame, pointEcef: Vec3): readonly [Vec3, Vec3] => {
  const start = transformPoint(enuFromEcef, pointEcef);
  return [start, add(start, [0, 0, MARK_METRES])];
};

/** The ground is searched this far ahead of a camera, metres. */
const AHEAD_MOST_METRES = 1000;
/** Where it sees no ground, a change is placed this far ahead, metres. */
const AHEAD_METRES = 20;

/**
 * The place that a viewpoint is about, in its frame: the start of its first line, else where the camera looks at the level
 * ground of the frame (up = 0), else a point ahead of the camera; without any of these the origin.
 */
export function placeOf(viewpoint: BcfViewpoint | null): Vec3 {
  const [line] = viewpoint?.lines ?? [];
  if (line) return line[0];
  const camera = viewpoint?.camera;
  if (!camera) return [0, 0, 0];
  const { position, direction } = camera;
  const toGround = direction[2] < 0 && position[2] > 0 ? (-position[2] / direction[2]) * length(direction) : Infinity;
  const ahead = toGround <= AHEAD_MOST_METRES ? toGround : AHEAD_METRES;
  return add(position, scale(direction, ahead / length(direction)));
}
