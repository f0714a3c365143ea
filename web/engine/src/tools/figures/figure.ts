/** Figures, which all tools share. A figure is a list of points on the model; its kind says what they mean. */
import type { FigureKind } from '@overlook/shared/config';
import type { ReadonlyVec3 } from '@overlook/shared/maths';
import type { MarkedPoint, ToolHit } from '../tool.ts';

export interface FigurePoint extends MarkedPoint {
  /** Unique in its tool for as long as the tool lives; stays the same when the point is dragged or refined. */
  readonly id: number;
}

export interface Figure {
  readonly id: number;
  readonly kind: FigureKind;
  readonly points: readonly FigurePoint[];
  /** False while further clicks add points to it. */
  readonly isDone: boolean;
  /** Empty without a name. */
  readonly name: string;
}

/** A finished figure from elsewhere: its points cannot be found again on finer tiles. */
export interface KnownFigure extends Pick<Figure, 'kind' | 'name'> {
  readonly points: readonly Pick<FigurePoint, 'pointEcef' | 'modeltypeId' | 'takenOn' | 'errorMetres'>[];
}

/** Oldest first. Only the last one may be unfinished. */
export interface FigureDocument {
  readonly figures: readonly Figure[];
}

/** False for a hit with a number that is missing or infinite, as a tile without depth can give. */
export const isUsable = (hit: ToolHit): boolean =>
  hit.pointEcef.every(Number.isFinite) && Number.isFinite(hit.errorMetres) && hit.errorMetres >= 0;

export const pointFromHit = (hit: ToolHit, id: number): FigurePoint => ({
  id,
  pointEcef: hit.pointEcef,
  modeltypeId: hit.modeltypeId,
  ...(hit.takenOn && { takenOn: hit.takenOn }),
  featureId: hit.featureId,
  errorMetres: hit.errorMetres,
  ray: hit.isAdded ? null : hit.ray,
  ...(hit.snap && { snap: hit.snap }),
  isSettled: false,
});

export const isSamePlace = (a: ReadonlyVec3, b: ReadonlyVec3): boolean =>
  a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** Model types of the layers that points lie on, each once, in the order of the points. */
export const layersOf = (points: readonly FigurePoint[]): number[] => [
  ...new Set(points.map((point) => point.modeltypeId)),
];
