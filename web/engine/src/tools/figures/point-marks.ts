import type { PointMark } from '../../overlays/mark.ts';
import type { Figure } from './figure.ts';

/** Discs for the points of a figure, to be grabbed; their ids lead the tool back to the point. */
export const pointMarks = (
  toolId: string,
  figure: Figure,
  activePointId: number | null,
  variant: PointMark['variant'] = 'point',
): PointMark[] =>
  figure.points.map((point) => ({
    kind: 'point',
    id: `${toolId}:${point.id}`,
    canGrab: true,
    pointEcef: point.pointEcef,
    variant: point.id === activePointId ? 'active' : variant,
    ...(figure.name && { label: figure.name }),
  }));

/** Rank of labels where two would overlap: live over drawn over finished, results over their parts. */
export const LABEL_PRIORITY = { part: 0, result: 1, drawn: 2, live: 4 } as const;
