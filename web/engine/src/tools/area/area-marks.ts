import { mix } from '@overlook/shared/maths';
import type { LineMark, Mark, PointMark } from '../../overlays/mark.ts';
import { ACTIVE_COLOR } from '../../overlays/mark-styles.ts';
import type { FigurePoint } from '../figures/figure.ts';
import { type AreaDrawing, isRefused } from './area-drawing.ts';

/** Of an edge that would be refused. */
const REFUSED_COLOR = '#ff5d5d';

export const cornerMarkId = (id: number): string => `area:corner:${id}`;
export const edgeMarkId = (fromCornerId: number): string => `area:edge:${fromCornerId}`;

/** The corner or edge that a mark shows, by the id of the corner there; null for any other mark. */
export function partOfMark(markId: string): { readonly kind: 'corner' | 'edge'; readonly cornerId: number } | null {
  const [, kind, id] = /^area:(corner|edge):(\d+)$/.exec(markId) ?? [];
  return kind ? { kind: kind as 'corner' | 'edge', cornerId: Number(id) } : null;
}

/** Handles at the corners and, of a closed ring, on the middle of each edge; the line while it is open. */
export function areaMarks({ corners, isClosed }: AreaDrawing, activeId: number | null, color: string): Mark[] {
  const handles = corners.map((corner): PointMark => ({
    kind: 'point',
    id: cornerMarkId(corner.id),
    variant: 'handle',
    canGrab: true,
    pointEcef: corner.pointEcef,
    color: corner.id === activeId ? ACTIVE_COLOR : color,
  }));
  if (isClosed)
    return [...corners.map((corner, i) => edgeHandle(corner, corners[(i + 1) % corners.length]!)), ...handles];
  const line: LineMark = { kind: 'line', id: 'area:line', pointsEcef: corners.map((it) => it.pointEcef), color };
  return corners.length > 1 ? [line, ...handles] : handles;
}

const edgeHandle = (from: FigurePoint, to: FigurePoint): PointMark => ({
  kind: 'point',
  id: edgeMarkId(from.id),
  variant: 'point',
  canGrab: true,
  pointEcef: mix(from.pointEcef, to.pointEcef, 0.5),
});

/** From the last corner to the pointer, red where a click would be refused. */
export function liveAreaMarks(drawing: AreaDrawing, hovered: FigurePoint): Mark[] {
  const last = drawing.corners.at(-1);
  if (!last || drawing.isClosed) return [];
  const color = isRefused(drawing, hovered) ? REFUSED_COLOR : undefined;
  return [
    {
      kind: 'line',
      id: 'area:live',
      pointsEcef: [last.pointEcef, hovered.pointEcef],
      isDashed: true,
      ...(color !== undefined && { color }),
    },
  ];
}
