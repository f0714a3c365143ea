import type { Mark } from '@overlook/engine';
import { add, cross, enuAxesAt, length, normalize, scale, type Vec3 } from '@overlook/shared/maths';
import type { FittedSurface } from '@overlook/shared/schemas';
import { shapeName } from './shape-text.ts';

/** --accent of styles/tokens.css */
const COLOR = '#7db0ff';
const RING_STEPS = 48;
/** Half a side of the square that stands for a plane. */
const PLANE_HALF_M = 0.5;

/** Axis and ends of a pipe, three circles of a sphere, a square of a plane, each with its size. ECEF metres. */
export function shapeMarks(surface: FittedSurface, index: number): Mark[] {
  const id = `shape-${index}`;
  const { kind, pointEcef: center, radiusM } = surface;
  const label = (pointEcef: Vec3): Mark => ({
    kind: 'label',
    id: `${id}-label`,
    pointEcef,
    text: shapeName(surface),
    priority: 3,
  });
  const line = (name: string, pointsEcef: Vec3[], isClosed = true): Mark => ({
    kind: 'line',
    id: `${id}-${name}`,
    pointsEcef,
    isClosed,
    color: COLOR,
  });
  if (kind === 'cylinder') {
    const axis = surface.axisEcef!;
    const ends = surface.alongM.map((alongM) => add(center, scale(axis, alongM))) as [Vec3, Vec3];
    const rings = ends.map((end, i) => line(`ring-${i}`, ring(end, axis, radiusM!)));
    return [line('axis', ends, false), ...rings, label(middleOf(ends))];
  }
  if (kind === 'sphere') {
    const { east, north, up } = enuAxesAt(center);
    return [
      ...[east, north, up].map((axis, i) => line(`ring-${i}`, ring(center, axis, radiusM!))),
      label(add(center, scale(up, radiusM!))),
    ];
  }
  const [first, second] = planeAxes(surface.axisEcef!, center);
  const corner = (a: number, b: number) =>
    add(center, add(scale(first, a * PLANE_HALF_M), scale(second, b * PLANE_HALF_M)));
  return [line('square', [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]), label(center)];
}

const middleOf = ([a, b]: readonly [Vec3, Vec3]): Vec3 => scale(add(a, b), 0.5);

/** Two axes of the plane, the first level where it can be. */
function planeAxes(normal: Vec3, at: Vec3): [Vec3, Vec3] {
  const { up, east } = enuAxesAt(at);
  const level = cross(normal, up);
  const first = normalize(length(level) > 1e-3 ? level : cross(normal, east));
  return [first, cross(normal, first)];
}

function ring(center: Vec3, axis: Vec3, radiusM: number): Vec3[] {
  const [first, second] = planeAxes(axis, center);
  return Array.from({ length: RING_STEPS }, (_, i) => {
    const angle = (2 * Math.PI * i) / RING_STEPS;
    return add(center, add(scale(first, radiusM * Math.cos(angle)), scale(second, radiusM * Math.sin(angle))));
  });
}
