/** The section box as marks: its edges, and the handles of the mode it is in (interface brief §4 "Handles"). Pure functions. */
import { angleText, lengthText, volumeText } from '@overlook/shared/format';
import {
  type ReadonlyVec3,
  type Vec3,
  add,
  boxVolume,
  distance,
  dot,
  mix,
  scale,
  subtract,
  type Axis,
  AXES,
} from '@overlook/shared/maths';
import type { LabelMark, LineMark, Mark, PointMark } from '../overlays/mark.ts';
import { AXIS_COLORS } from '../overlays/mark-styles.ts';
import { sectionBoxAxes } from '../geometry/half-spaces.ts';
import type { SectionBox } from '../geometry/section-volume.ts';
import { pixelsPerMetreAt, type ViewScale } from '../view/camera-frame.ts';

export type BoxMode = 'resize' | 'move' | 'rotate';

export interface HandleCamera extends ViewScale {
  /** In an orthographic view, where it begins. */
  positionEcef: Vec3;
}

/** A handle: a face of the box (its axis and side), an axis to move along, or the turn about the vertical. */
export type BoxHandle = { kind: 'face'; axis: Axis; side: 1 | -1 } | { kind: 'move'; axis: Axis } | { kind: 'turn' };

const AXIS_NAMES = ['E', 'N', 'U'] as const;
/** Distance of handles on the screen, CSS pixels: move handles from the centre, the turn handle from the top. */
const MOVE_REACH_PX = 72;
const TURN_REACH_PX = 40;
/** Height of the volume's text above the top face, so that it does not cover the handle. */
const VOLUME_REACH_PX = 20;
/** Under the labels of measurements: what the box cuts matters more than the box. */
const SIZE_PRIORITY = 1;
/** Over the lengths of its sides. */
const VOLUME_PRIORITY = 1.5;

export interface BoxMarkOptions {
  mode: BoxMode;
  camera: HandleCamera;
  /** Lengths as people read them. */
  textOf?: (metres: number) => string;
}

/** Marks of a box; their ids begin with "section-" and those that can be grabbed are known to {@link handleOf}. */
export function boxMarks(box: SectionBox, { mode, camera, textOf = lengthText }: BoxMarkOptions): Mark[] {
  const axes = sectionBoxAxes(box);
  const offset = subtract(camera.positionEcef, box.centerEcef);
  const cameraOwn: Vec3 = [dot(offset, axes[0]), dot(offset, axes[1]), dot(offset, axes[2])];
  const shape: Shape = { box, axes, cameraOwn };
  const metresPerPx = 1 / pixelsPerMetreAt(camera, distance(camera.positionEcef, box.centerEcef));
  const edges = edgeMarks(shape);
  if (mode === 'resize') {
    const volume = volumeLabel(shape, VOLUME_REACH_PX * metresPerPx);
    return [...edges, ...faceHandles(shape, textOf), ...sizeLabels(shape, textOf), volume];
  }
  if (mode === 'move') return [...edges, ...moveHandles(shape, MOVE_REACH_PX * metresPerPx)];
  return [...edges, ...turnHandle(shape, TURN_REACH_PX * metresPerPx)];
}

/** The handle of a mark that was grabbed; null for other marks. */
export function handleOf(markId: string): BoxHandle | null {
  if (markId === 'section-turn') return { kind: 'turn' };
  const [, kind, axis, side] = /^section-(face|move)-([012])([+-]?)$/.exec(markId) ?? [];
  if (kind === 'face' && side) return { kind, axis: Number(axis) as Axis, side: side === '+' ? 1 : -1 };
  return kind === 'move' ? { kind, axis: Number(axis) as Axis } : null;
}

interface Shape {
  box: SectionBox;
  axes: readonly [Vec3, Vec3, Vec3];
  /** The camera in the box's own axes, metres from its centre. */
  cameraOwn: Vec3;
}

/** A place by its shares of the half sides, −1…1 in the box. */
function placeIn({ box, axes }: Shape, shares: ReadonlyVec3): Vec3 {
  let point: Vec3 = [...box.centerEcef];
  for (const [i, share] of shares.entries()) point = add(point, scale(axes[i]!, (share * box.size[i]!) / 2));
  return point;
}

const SIDES = [-1, 1] as const;

/** Twelve edges; those behind the box, between two faces that look away, are dashed. From inside none is behind. */
function edgeMarks(shape: Shape): LineMark[] {
  const { box, cameraOwn } = shape;
  const looksHere = (axis: number, side: number) => side * cameraOwn[axis]! > box.size[axis]! / 2;
  const isOutside = AXES.some((axis) => SIDES.some((side) => looksHere(axis, side)));
  return AXES.flatMap((axis) => {
    const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
    return SIDES.flatMap((sideJ) =>
      SIDES.map((sideK): LineMark => {
        const isHidden = isOutside && !looksHere(j, sideJ) && !looksHere(k, sideK);
        const ends = SIDES.map((side) => placeIn(shape, sharesOf([axis, side], [j, sideJ], [k, sideK])));
        const id = `section-edge-${axis}${sideJ > 0 ? '+' : '-'}${sideK > 0 ? '+' : '-'}`;
        return { kind: 'line', id, pointsEcef: ends, isDashed: isHidden };
      }),
    );
  });
}

function faceHandles(shape: Shape, textOf: (metres: number) => string): PointMark[] {
  return AXES.flatMap((axis) =>
    SIDES.map((side): PointMark => ({
      kind: 'point',
      id: `section-face-${axis}${side > 0 ? '+' : '-'}`,
      variant: 'handle',
      canGrab: true,
      pointEcef: placeIn(shape, sharesOf([axis, side])),
      color: AXIS_COLORS[axis]!,
      label: textOf(shape.box.size[axis]),
    })),
  );
}

/** The length of each side, on the edge nearest to the camera. */
function sizeLabels(shape: Shape, textOf: (metres: number) => string): LabelMark[] {
  const near = shape.cameraOwn.map((value) => (value < 0 ? -1 : 1));
  return AXES.map((axis): LabelMark => {
    const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
    const end = (side: number) => placeIn(shape, sharesOf([axis, side], [j, near[j]!], [k, near[k]!]));
    const alongEcef = [end(-1), end(1)] as const;
    const text = textOf(shape.box.size[axis]);
    const pointEcef = mix(alongEcef[0], alongEcef[1], 0.5);
    return { kind: 'label', id: `section-size-${axis}`, pointEcef, alongEcef, text, priority: SIZE_PRIORITY };
  });
}

function volumeLabel(shape: Shape, reach: number): LabelMark {
  const pointEcef = add(placeIn(shape, [0, 0, 1]), scale(shape.axes[2], reach));
  const text = volumeText(boxVolume(shape.box));
  return { kind: 'label', id: 'section-volume', variant: 'total', pointEcef, text, priority: VOLUME_PRIORITY };
}

function moveHandles({ box, axes }: Shape, reach: number): Mark[] {
  return axes.flatMap((direction, axis): Mark[] => {
    const pointEcef = add(box.centerEcef, scale(direction, reach));
    const color = AXIS_COLORS[axis]!;
    const label = AXIS_NAMES[axis]!;
    return [
      { kind: 'line', id: `section-axis-${axis}`, pointsEcef: [box.centerEcef, pointEcef], color },
      { kind: 'point', id: `section-move-${axis}`, variant: 'handle', canGrab: true, pointEcef, color, label },
    ];
  });
}

function turnHandle(shape: Shape, reach: number): Mark[] {
  const top = placeIn(shape, [0, 0, 1]);
  const pointEcef = add(top, scale(shape.axes[2], reach));
  const label = angleText((shape.box.headingRad * 180) / Math.PI);
  return [
    { kind: 'line', id: 'section-stem', pointsEcef: [top, pointEcef] },
    { kind: 'point', id: 'section-turn', variant: 'handle', canGrab: true, pointEcef, label },
  ];
}

function sharesOf(...given: readonly (readonly [axis: number, share: number])[]): Vec3 {
  const shares: Vec3 = [0, 0, 0];
  for (const [axis, share] of given) shares[axis] = share;
  return shares;
}
