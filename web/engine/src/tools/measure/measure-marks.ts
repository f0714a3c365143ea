/** How measured figures look: lines, points, and values at the legs or in the middle. */
import { type Units, areaText, lengthText } from '@overlook/shared/format';
import {
  type ReadonlyVec3,
  type Vec3,
  distance,
  llaFromEcef,
  ecefFromLla,
  mix,
  polygonArea,
} from '@overlook/shared/maths';
import { heightOf, planeOf } from '@overlook/shared/measurements';
import type { LabelMark, LineMark, Mark } from '../../overlays/mark.ts';
import type { Figure, FigurePoint } from '../figures/figure.ts';
import { LABEL_PRIORITY, pointMarks } from '../figures/point-marks.ts';
import { type Measurement, measurementOf } from './measurement.ts';

const TOOL = 'measure';
/** Of the fill over the model; the line around it is what counts. */
const FILL = { color: '#ffffff', fillAlpha: 0.12 } as const;

export function measureMarks(figure: Figure, activePointId: number | null, units: Units): Mark[] {
  const measurement = measurementOf(figure);
  const id = `${TOOL}:f${figure.id}`;
  const points = pointMarks(TOOL, figure, activePointId);
  return [...linesOf(measurement, id), ...points, ...labelsOf(measurement, id, units)];
}

/** From the last point to the pointer, dashed, with the value that a click there would give. */
export function liveMeasureMarks(drawing: Figure, hovered: FigurePoint, units: Units): Mark[] {
  const id = `${TOOL}:live`;
  const last = drawing.points.at(-1)!.pointEcef;
  const to = hovered.pointEcef;
  const points = [...drawing.points, hovered];
  const priority = LABEL_PRIORITY.live;
  if (drawing.kind === 'height') {
    const corner = cornerOf(last, to);
    const text = lengthText(Math.abs(heightOf(points)!.difference), units);
    return [dashed(id, [last, corner, to]), alongLabel(`${id}:value`, corner, to, text, priority)];
  }
  if (drawing.kind === 'plane' && points.length >= 3) {
    const plane = planeOf(points);
    if (points.length === 3) return [dashed(id, [last, to, drawing.points[0]!.pointEcef])];
    if (!plane) return [];
    const text = lengthText(plane.distance, units);
    return [dashed(id, [to, plane.footEcef]), alongLabel(`${id}:value`, to, plane.footEcef, text, priority)];
  }
  const leg = alongLabel(`${id}:leg`, last, to, lengthText(distance(last, to), units), priority);
  if (drawing.kind !== 'area' || points.length < 3) return [dashed(id, [last, to]), leg];
  const { horizontal, middleEcef } = polygonArea(points.map((point) => point.pointEcef));
  const value = label(`${id}:value`, middleEcef, areaText(horizontal, units), priority + LABEL_PRIORITY.result);
  return [dashed(id, [last, to, drawing.points[0]!.pointEcef]), leg, value];
}

function linesOf({ mode, isDone, points, plane }: Measurement, id: string): LineMark[] {
  const pointsEcef = points.map((point) => point.pointEcef);
  const [first, second] = pointsEcef;
  if (!first || !second) return [];
  if (mode === 'height') return [line(id, [first, cornerOf(first, second), second])];
  if (mode === 'area' && isDone) return [{ ...line(id, pointsEcef), isClosed: true, ...FILL }];
  if (mode !== 'plane') return [line(id, pointsEcef)];
  const triangle = pointsEcef.slice(0, 3);
  const outline = triangle.length === 3 ? { ...line(id, triangle), isClosed: true, ...FILL } : line(id, triangle);
  return plane ? [outline, line(`${id}:foot`, [pointsEcef[3]!, plane.footEcef])] : [outline];
}

function labelsOf(
  { mode, isDone, points, legs, height, area, plane }: Measurement,
  id: string,
  units: Units,
): LabelMark[] {
  const rank = isDone ? 0 : LABEL_PRIORITY.drawn;
  const result = rank + LABEL_PRIORITY.result;
  const value = `${id}:value`;
  if (mode === 'height') {
    if (!height) return [];
    const [from, to] = [points[0]!.pointEcef, points[1]!.pointEcef];
    return [alongLabel(value, cornerOf(from, to), to, lengthText(Math.abs(height.difference), units), result)];
  }
  if (mode === 'plane') {
    return plane
      ? [alongLabel(value, points[3]!.pointEcef, plane.footEcef, lengthText(plane.distance, units), result)]
      : [];
  }
  const labels = legs.map((leg, index) => {
    const [from, to] = [points[index]!.pointEcef, points[(index + 1) % points.length]!.pointEcef];
    return alongLabel(`${id}:${index}`, from, to, lengthText(leg.length, units), rank + LABEL_PRIORITY.part);
  });
  if (area && isDone) labels.push(label(value, area.middleEcef, areaText(area.horizontal, units), result));
  return labels;
}

/** Under or over the second point, at the first one's height: level to there, then upright. */
function cornerOf(fromEcef: ReadonlyVec3, toEcef: ReadonlyVec3): Vec3 {
  return ecefFromLla({ ...llaFromEcef(toEcef), height: llaFromEcef(fromEcef).height });
}

const line = (id: string, pointsEcef: readonly Vec3[]): LineMark => ({ kind: 'line', id, pointsEcef });

const dashed = (id: string, pointsEcef: readonly Vec3[]): LineMark => ({ ...line(id, pointsEcef), isDashed: true });

const label = (id: string, pointEcef: Vec3, text: string, priority: number): LabelMark => ({
  kind: 'label',
  id,
  pointEcef,
  text,
  priority,
});

const alongLabel = (id: string, from: Vec3, to: Vec3, text: string, priority: number): LabelMark => ({
  ...label(id, mix(from, to, 0.5), text, priority),
  alongEcef: [from, to],
});
