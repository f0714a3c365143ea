import { type AngleUnits, angleText } from '@overlook/shared/format';
import {
  type Vec3,
  add,
  angleAtDeg,
  axisAngle,
  cross,
  length,
  normalize,
  rotate,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { Mark } from '../../overlays/mark.ts';
import type { Figure, FigurePoint } from '../figures/figure.ts';
import { LABEL_PRIORITY, pointMarks } from '../figures/point-marks.ts';

const TOOL = 'angle';
/** The arc is at this share of the shorter arm; its label a little outside. */
const ARC_SHARE = 0.3;
const LABEL_SHARE = 0.42;
const ARC_STEP_DEG = 6;

export function angleMarks(figure: Figure, activePointId: number | null, units: AngleUnits): Mark[] {
  const id = `${TOOL}:f${figure.id}`;
  const pointsEcef = figure.points.map((point) => point.pointEcef);
  const lines: Mark[] = pointsEcef.length > 1 ? [{ kind: 'line', id, pointsEcef }] : [];
  const points = pointMarks(TOOL, figure, activePointId);
  return [...lines, ...points, ...cornerMarks(id, pointsEcef, units, LABEL_PRIORITY.result)];
}

export function liveAngleMarks(drawing: Figure, hovered: FigurePoint, units: AngleUnits): Mark[] {
  const id = `${TOOL}:live`;
  const last = drawing.points.at(-1)!.pointEcef;
  const pointsEcef = [...drawing.points, hovered].map((point) => point.pointEcef);
  return [
    { kind: 'line', id, pointsEcef: [last, hovered.pointEcef], isDashed: true },
    ...cornerMarks(id, pointsEcef, units, LABEL_PRIORITY.live),
  ];
}

/** Arc and value at the corner, once there are three points that make an angle. */
function cornerMarks(id: string, [a, corner, b]: readonly Vec3[], units: AngleUnits, priority: number): Mark[] {
  if (!a || !corner || !b) return [];
  const angleDeg = angleAtDeg(a, corner, b);
  if (angleDeg === null) return [];
  const [toA, toB] = [subtract(a, corner), subtract(b, corner)];
  const radius = Math.min(length(toA), length(toB));
  const along = normalize(toA);
  const axis = normalize(cross(toA, toB));
  const steps = Math.max(1, Math.ceil(angleDeg / ARC_STEP_DEG));
  const at = (share: number, far: number): Vec3 => {
    const turned = rotate(axisAngle(axis, (share * angleDeg * Math.PI) / 180), along);
    return add(corner, scale(turned, far * radius));
  };
  const arc = Array.from({ length: steps + 1 }, (_, step) => at(step / steps, ARC_SHARE));
  return [
    { kind: 'line', id: `${id}:arc`, pointsEcef: arc },
    { kind: 'label', id: `${id}:value`, pointEcef: at(0.5, LABEL_SHARE), text: angleText(angleDeg, units), priority },
  ];
}
