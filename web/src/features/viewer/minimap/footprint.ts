import {
  type Pose,
  type Vec3,
  add,
  llaFromEcef,
  mix,
  normalize,
  rayToEllipsoid,
  rightOf,
  scale,
} from '@overlook/shared/maths';

/** Longitude and latitude in degrees. */
export type LonLat = [number, number];

/** The opening of a camera: vertical angle, and width over height. */
export interface Perspective {
  fovYDeg: number;
  aspect: number;
}

/** Corners of a picture from the top left clockwise: to the right and up, as parts of its half width and half height. */
const CORNERS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** An orthographic view begins so far before its camera, and its ground is at most so far behind it, metres. */
const ABOVE_M = 20_000;

/** Halvings with which a corner above the horizon is brought down to it: under a millionth of the picture. */
const HALVINGS = 20;

/**
 * The part of the ground that a camera (ECEF metres) sees: where the corners of the picture, from the top left clockwise,
 * meet the ellipsoid grown by `groundHeight` metres. A corner that shows the sky is moved towards the middle until it
 * shows ground, so the outline always closes. Longitudes run on past ±180° rather than jump. Null when the middle of the
 * picture shows no ground, or the camera is under it. An orthographic view begins above everything.
 */
export function footprint(pose: Pose, lens: Perspective, groundHeight: number): LonLat[] | null {
  if (pose.orthoHeightM !== undefined) return orthoFootprint(pose, pose.orthoHeightM, lens.aspect, groundHeight);
  const eye = llaFromEcef(pose.position);
  if (eye.height <= groundHeight) return null;
  if (rayToEllipsoid(pose.position, pose.direction, groundHeight) === null) return null;
  return CORNERS.map(([across, upward]) => {
    const corner = cornerRay(pose, lens, across, upward);
    const { longitude, latitude } = llaFromEcef(groundTowards(pose, corner, groundHeight));
    return [longitude + 360 * Math.round((eye.longitude - longitude) / 360), latitude];
  });
}

/** Where the corners of an orthographic view meet the ground; a plane is enough where one is shown. Null where one meets none. */
function orthoFootprint(pose: Pose, heightM: number, aspect: number, groundHeight: number): LonLat[] | null {
  const corners = CORNERS.map(([across, upward]): LonLat | null => {
    const beside = add(scale(rightOf(pose), (across * aspect * heightM) / 2), scale(pose.up, (upward * heightM) / 2));
    const start = add(add(pose.position, beside), scale(pose.direction, -ABOVE_M));
    const reach = rayToEllipsoid(start, pose.direction, groundHeight);
    if (reach === null || reach > 2 * ABOVE_M) return null;
    const { longitude, latitude } = llaFromEcef(add(start, scale(pose.direction, reach)));
    return [longitude, latitude];
  });
  return corners.includes(null) ? null : (corners as LonLat[]);
}

/** Through a corner; the component along the sight is 1. */
function cornerRay(pose: Pose, { fovYDeg, aspect }: Perspective, across: number, upward: number): Vec3 {
  const tangent = Math.tan((fovYDeg * Math.PI) / 360);
  const sideways = scale(rightOf(pose), across * tangent * aspect);
  return add(add(pose.direction, sideways), scale(pose.up, upward * tangent));
}

/**
 * The intersection of the ray to a corner with the ground, or else that of the farthest ray towards it that meets the
 * ground.
 */
function groundTowards({ position, direction }: Pose, corner: Vec3, groundHeight: number): Vec3 {
  const meet = (part: number): Vec3 | null => {
    const ray = normalize(mix(direction, corner, part));
    const reach = rayToEllipsoid(position, ray, groundHeight);
    return reach === null ? null : add(position, scale(ray, reach));
  };
  const whole = meet(1);
  if (whole) return whole;
  let [ground, sky] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (ground + sky) / 2;
    if (meet(middle)) ground = middle;
    else sky = middle;
  }
  return meet(ground)!;
}
