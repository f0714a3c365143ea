/**
 * Dragging a handle of the section box. Every handle slides on a straight line in space, and where the pointer's ray
 * comes nearest to that line says how far: along its axis for a face or a move, across the view for a turn.
 */
import { BOX_SIDE_SHORTEST, type Vec3, add, cross, normalize, length, scale } from '@overlook/shared/maths';
import type { RayEcef } from '../tools/tool.ts';
import type { BoxHandle } from './box-handles.ts';
import { alongLine, LEAST_SINE, type Line } from '../geometry/ray-line.ts';
import { sectionBoxAxes } from '../geometry/half-spaces.ts';
import type { SectionBox } from '../geometry/section-volume.ts';

/** With Shift: sizes and moves in whole steps, metres; headings in whole steps, degrees (interface brief §3). */
const BOX_STEP = 0.25;
const BOX_TURN_STEP_DEG = 10;

/**
 * The box for the present ray of the pointer. A ray that gives no position leaves the box as it was for the ray before.
 */
export type BoxDrag = (ray: RayEcef, options: { isConstrained: boolean }) => SectionBox;

/**
 * Begins a drag with the ray that grabbed the handle. The box itself does not change, so Escape only needs to show it
 * again.
 */
export function beginBoxDrag(box: SectionBox, handle: BoxHandle, ray: RayEcef): BoxDrag {
  const axes = sectionBoxAxes(box);
  const line = handle.kind === 'turn' ? turnLine(box, axes, ray) : axisLine(box, axes, handle);
  const start = alongLine(line, ray) ?? 0;
  let newest = box;
  return (now, { isConstrained }) => {
    const at = alongLine(line, now);
    if (at !== null) newest = changed(box, handle, line.direction, at - start, isConstrained);
    return newest;
  };
}

function changed(
  box: SectionBox,
  handle: BoxHandle,
  direction: Vec3,
  metres: number,
  isConstrained: boolean,
): SectionBox {
  if (handle.kind === 'turn') {
    // A place on the box's foot circle keeps under the pointer; to the right of the near side is anticlockwise.
    const headingRad = box.headingRad - metres / (Math.hypot(box.size[0], box.size[1]) / 2);
    const stepRad = (BOX_TURN_STEP_DEG * Math.PI) / 180;
    return { ...box, headingRad: fullTurn(isConstrained ? stepped(headingRad, stepRad) : headingRad) };
  }
  if (handle.kind === 'move') {
    const by = isConstrained ? stepped(metres, BOX_STEP) : metres;
    return { ...box, centerEcef: add(box.centerEcef, scale(direction, by)) };
  }
  const before = box.size[handle.axis]!;
  const wished = isConstrained ? stepped(before + metres, BOX_STEP) : before + metres;
  const side = Math.max(BOX_SIDE_SHORTEST, wished);
  // The opposite face does not move.
  const centerEcef = add(box.centerEcef, scale(direction, (side - before) / 2));
  return { ...box, centerEcef, size: box.size.map((value, i) => (i === handle.axis ? side : value)) as Vec3 };
}

function axisLine(box: SectionBox, axes: readonly Vec3[], handle: Exclude<BoxHandle, { kind: 'turn' }>): Line {
  return { origin: box.centerEcef, direction: scale(axes[handle.axis]!, handle.kind === 'face' ? handle.side : 1) };
}

/** Level, across the view, at the place on the box's vertical that was grabbed. */
function turnLine(box: SectionBox, axes: readonly [Vec3, Vec3, Vec3], ray: RayEcef): Line {
  const [east, , up] = axes;
  const across = cross(ray.direction, up);
  const height = alongLine({ origin: box.centerEcef, direction: up }, ray) ?? box.size[2] / 2;
  const direction = length(across) < LEAST_SINE ? east : normalize(across);
  return { origin: add(box.centerEcef, scale(up, height)), direction };
}

const stepped = (value: number, step: number): number => Math.round(value / step) * step;

/** 0 up to 2π. */
function fullTurn(angleRad: number): number {
  const turn = 2 * Math.PI;
  return ((angleRad % turn) + turn) % turn;
}
