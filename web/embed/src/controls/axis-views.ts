/** Orthographic views along the axes of a site, of its section box, or square to a face of the model. */
import { CAMERA } from '@overlook/shared/config';
import {
  type Orientation,
  type Pose,
  RAD_PER_DEG,
  type Vec3,
  type VerticalAxes,
  add,
  cross,
  dot,
  length,
  normalize,
  orientationOf,
  orthoHeightWithin,
  orthonormal,
  rightOf,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { SectionBox, Stage } from '@overlook/engine';
import { axesAt } from './compass-pose.ts';
import { findCentre } from './view-actions.ts';

export const AXIS_VIEWS = ['top', 'bottom', 'front', 'back', 'left', 'right', 'isometric'] as const;
export type AxisView = (typeof AXIS_VIEWS)[number];

/**
 * Heading clockwise from north (or from the section box's own north) and pitch, degrees. The front is seen from the south, the left
 * side from the west; the isometric view is from the south-west, at the angle from which the three axes are equally short.
 */
const ANGLES_DEG: Readonly<Record<AxisView, readonly [heading: number, pitch: number]>> = {
  top: [0, -90],
  bottom: [0, 90],
  front: [0, 0],
  back: [180, 0],
  left: [90, 0],
  right: [270, 0],
  isometric: [45, -Math.asin(1 / Math.sqrt(3)) / RAD_PER_DEG],
};

const HALF_VIEW = Math.tan((CAMERA.fovYDeg * RAD_PER_DEG) / 2);
/** Of a section box, how much more of the screen is shown than what it fills. */
const BOX_ROOM = 1.2;
/** Where nothing is in the middle of a view, it is this far away, metres. */
const FREE_DISTANCE_M = 200;
/** CSS pixels from the middle of the view to the points that say how the face there lies. */
const FACE_PX = 6;
/** Farther from the plane of those points than this share of their distance, the middle is not on a face. */
const FLAT_SHARE = 0.05;
/** Cosine from which a face counts as level: its view has north at the top. */
const LEVEL = Math.cos(5 * RAD_PER_DEG);

/** An orthographic view of a point (ECEF metres) in its middle, whose height shows `heightM`. */
function orthoView(orientation: Orientation, middle: Vec3, heightM: number): Pose {
  const orthoHeightM = orthoHeightWithin(heightM);
  const reach = orthoHeightM / 2 / HALF_VIEW;
  return { position: subtract(middle, scale(orientation.direction, reach)), ...orientation, orthoHeightM };
}

function orientationOfView(view: AxisView, axes: VerticalAxes, turnRad: number): Orientation {
  const [heading, pitch] = ANGLES_DEG[view];
  return orientationOf(
    { headingRad: heading * RAD_PER_DEG + turnRad, pitchRad: pitch * RAD_PER_DEG, rollRad: 0 },
    axes,
  );
}

/** The view along an axis that keeps a point (ECEF metres) in the middle, and the scale there. */
export function siteView(pose: Pose, view: AxisView, middle: Vec3): Pose {
  const heightM =
    pose.orthoHeightM ?? 2 * HALF_VIEW * Math.max(0, dot(subtract(middle, pose.position), pose.direction));
  return orthoView(orientationOfView(view, axesAt(middle), 0), middle, heightM);
}

/** The view along an axis of a section box that shows the whole box; `aspect`: width of the screen over its height. */
export function boxView({ centerEcef, size, headingRad }: SectionBox, view: AxisView, aspect: number): Pose {
  const axes = axesAt(centerEcef);
  const orientation = orientationOfView(view, axes, headingRad);
  const { direction: north } = orientationOf({ headingRad, pitchRad: 0, rollRad: 0 }, axes);
  const sides = [cross(north, axes.vertical), north, axes.vertical].map((axis, i) => scale(axis, size[i]!));
  const extent = (axis: Vec3) => sides.reduce((sum, side) => sum + Math.abs(dot(side, axis)), 0);
  const heightM = BOX_ROOM * Math.max(extent(orientation.up), extent(rightOf(orientation)) / aspect);
  return orthoView(orientation, centerEcef, heightM);
}

/** Five points of a face, ECEF metres: the middle, and those beside, above and below it. */
export type FacePoints = Readonly<Record<'middle' | 'left' | 'right' | 'above' | 'below', Vec3>>;

/** The view square to the face in the middle of a view; null where the points do not lie in a plane. */
export function faceView(pose: Pose, { middle, left, right, above, below }: FacePoints): Pose | null {
  const normal = cross(subtract(right, left), subtract(above, below));
  if (length(normal) === 0) return null;
  const n = normalize(normal);
  const off = [left, right, above, below].map((point) => Math.abs(dot(n, subtract(point, middle))));
  if (Math.max(...off) > FLAT_SHARE * length(subtract(right, left))) return null;
  const direction = dot(n, pose.direction) > 0 ? n : scale(n, -1);
  const { vertical, north } = axesAt(middle);
  const isLevel = Math.abs(dot(direction, vertical)) > LEVEL;
  const heightM = pose.orthoHeightM ?? 2 * HALF_VIEW * dot(subtract(middle, pose.position), pose.direction);
  return orthoView(orthonormal(direction, isLevel ? north : vertical), middle, heightM);
}

/**
 * What a view shows in its middle: the surface there. Along an axis that may be something far before or behind the plant; an
 * orthographic view then keeps the point that the view before it turned about.
 */
export function middleOf(pose: Pose, surface: Vec3 | null): Vec3 {
  const { position, direction, orthoHeightM } = pose;
  if (orthoHeightM === undefined) return surface ?? add(position, scale(direction, FREE_DISTANCE_M));
  const reach = orthoHeightM / 2 / HALF_VIEW;
  const isNear = surface && Math.abs(dot(subtract(surface, position), direction) - reach) < orthoHeightM / 2;
  return isNear ? surface : add(position, scale(direction, reach));
}

/** Flies to the view along an axis: of the section box while there is one, else of the site. */
export function showAxisView(stage: Stage, view: AxisView): void {
  const box = stage.state().section?.box;
  const { width, height } = stage.size();
  if (box) return stage.setPose(boxView(box, view, width / height), { animate: true });
  findCentre(stage, (centre) => {
    const pose = stage.pose();
    stage.setPose(siteView(pose, view, middleOf(pose, centre)), { animate: true });
  });
}

/** Flies to the view square to the face in the middle of the view; `onNone` where there is none. */
export async function showSquareView(stage: Stage, onNone: () => void): Promise<void> {
  const { width, height } = stage.size();
  const at = (x: number, y: number) =>
    new Promise<Vec3 | null>((resolve) => {
      stage.pickSoon(width / 2 + x * FACE_PX, height / 2 + y * FACE_PX, (pick) => resolve(pick?.pointEcef ?? null));
    });
  const picks = await Promise.all([at(0, 0), at(-1, 0), at(1, 0), at(0, -1), at(0, 1)]);
  const [middle, left, right, above, below] = picks;
  const isWhole = middle && left && right && above && below;
  const pose = isWhole ? faceView(stage.pose(), { middle, left, right, above, below }) : null;
  if (pose) stage.setPose(pose, { animate: true });
  else onNone();
}
