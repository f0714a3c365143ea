/**
 * An area while it is drawn and edited: pure steps, each of which answers with another drawing or with the rule that it would
 * break. The first corners are an open line; once the ring is closed, corners are moved, added on edges and removed.
 */
import { AREA_BASE_CEILING_METRES, AREA_CORNERS, AREA_HEIGHT_METRES, POINT_CLOUD } from '@overlook/shared/config';
import { type Vec3, llaFromEcef, enuAxesAt, ecefFromLla, mix, scale } from '@overlook/shared/maths';
import { type AreaRule, areaPrism, areaProblem, crossingEdges, edgeCrossedTo } from '@overlook/shared/mocs';
import { type FigurePoint, isSamePlace } from '../figures/figure.ts';
import type { MarkedPoint, RayEcef } from '../tool.ts';

export interface AreaDrawing {
  readonly corners: readonly FigurePoint[];
  /** The last corner is joined to the first, and clicks on the model add none. */
  readonly isClosed: boolean;
  /** Metres above the base, which is the height of the lowest corner. */
  readonly bottomHeight: number;
  readonly topHeight: number;
  readonly isCapped: boolean;
  /** "#rrggbb"; null for that of the state. */
  readonly color: string | null;
}

export const EMPTY_AREA: AreaDrawing = Object.freeze({
  corners: [],
  isClosed: false,
  bottomHeight: 0,
  topHeight: AREA_HEIGHT_METRES.default,
  isCapped: true,
  color: null,
});

/** Another drawing, or the rule that the step would break. */
export type AreaStep = AreaDrawing | AreaRule;

/**
 * A corner on the model. On a mesh, the ground at the corner is found by a ray from above; points keep the ray of the
 * click.
 */
export function cornerAt(place: MarkedPoint, id: number): FigurePoint {
  const isCloud = place.modeltypeId === POINT_CLOUD.id;
  const ray = place.ray && !isCloud ? rayDown(place.pointEcef) : place.ray;
  return { ...place, id, ray, isSettled: false };
}

/**
 * Down through a place from the ceiling at which the search for the base begins (specification §9). Along it the highest
 * surface that is not above the corner is found, so a roof or a rack over a corner does not become its base.
 */
function rayDown(pointEcef: Vec3): RayEcef {
  const { up } = enuAxesAt(pointEcef);
  const origin = ecefFromLla({ ...llaFromEcef(pointEcef), height: AREA_BASE_CEILING_METRES });
  return { origin, direction: scale(up, -1) };
}

/** A further corner of the open line. The same place again changes nothing. */
export function addCorner(drawing: AreaDrawing, corner: FigurePoint): AreaStep {
  const { corners } = drawing;
  const last = corners.at(-1);
  if (drawing.isClosed || (last && isSamePlace(last.pointEcef, corner.pointEcef))) return drawing;
  if (corners.length >= AREA_CORNERS.most) return 'tooManyCorners';
  const grown = [...corners, corner];
  const ring = ringOf(grown);
  return edgeCrossedTo(ring.slice(0, -1), ring.at(-1)!) === null ? { ...drawing, corners: grown } : 'crossing';
}

/** Joins the last corner to the first. */
export function closeRing(drawing: AreaDrawing): AreaStep {
  if (drawing.isClosed) return drawing;
  return ringProblem(drawing) ?? { ...drawing, isClosed: true };
}

/** A corner on the middle of the edge that begins at this one. */
export function insertCorner(drawing: AreaDrawing, edge: number, id: number): AreaStep {
  const { corners } = drawing;
  if (corners.length >= AREA_CORNERS.most) return 'tooManyCorners';
  const [from, to] = [corners[edge]!, corners[(edge + 1) % corners.length]!];
  const pointEcef = mix(from.pointEcef, to.pointEcef, 0.5);
  // It lies on the edge and not on the model, as far as is known.
  const middle: FigurePoint = { ...from, id, pointEcef, ray: null, featureId: null, isSettled: false };
  return { ...drawing, corners: corners.toSpliced(edge + 1, 0, middle) };
}

export function moveCorner(drawing: AreaDrawing, id: number, place: MarkedPoint): AreaStep {
  const corners = drawing.corners.map((corner) => (corner.id === id ? cornerAt(place, id) : corner));
  return checked({ ...drawing, corners });
}

/** A closed ring keeps three corners. */
export function removeCorner(drawing: AreaDrawing, id: number): AreaStep {
  const corners = drawing.corners.filter((corner) => corner.id !== id);
  if (corners.length === drawing.corners.length) return drawing;
  if (drawing.isClosed && corners.length < AREA_CORNERS.least) return 'tooFewCorners';
  return checked({ ...drawing, corners });
}

/** The number that the slider shows: how far the area reaches up from its base, or down where it lies below. */
export const heightOf = ({ bottomHeight, topHeight }: Pick<AreaDrawing, 'bottomHeight' | 'topHeight'>): number =>
  topHeight <= 0 ? bottomHeight : topHeight;

/**
 * Up to `height` from the bottom that an area above its base has, else from the base; from `height` up to the base where it is
 * below zero.
 */
export function withHeight(drawing: AreaDrawing, height: number): AreaDrawing {
  if (height < 0) return { ...drawing, bottomHeight: height, topHeight: 0 };
  const isKept = drawing.topHeight > 0 && height > 0 && drawing.bottomHeight < height;
  const bottomHeight = isKept ? drawing.bottomHeight : 0;
  return { ...drawing, bottomHeight, topHeight: height };
}

/** The rule that keeps the area from being done; null for none. An open line counts with its closing edge. */
export const ringProblem = (drawing: AreaDrawing): AreaRule | null => areaProblem(shapeOf(drawing), null)?.rule ?? null;

/** Whether a corner here would be refused. */
export const isRefused = (drawing: AreaDrawing, place: MarkedPoint): boolean =>
  typeof addCorner(drawing, { ...place, id: -1 }) === 'string';

const ringOf = (corners: readonly FigurePoint[]) => areaPrism(shapeOf({ ...EMPTY_AREA, corners })).ring;

const shapeOf = ({ corners, bottomHeight, topHeight }: AreaDrawing) => ({
  points: corners.map(({ pointEcef: [x, y, z] }, position) => ({ position, x, y, z })),
  bottomHeight,
  topHeight,
});

/** Edges that cross are refused; an open line has no closing edge yet. */
function checked(drawing: AreaDrawing): AreaStep {
  const { corners, isClosed } = drawing;
  if (corners.length < AREA_CORNERS.least) return drawing;
  const ring = ringOf(corners);
  if (isClosed) return crossingEdges(ring) ? 'crossing' : drawing;
  const isCrossed = ring.some((corner, i) => i > 1 && edgeCrossedTo(ring.slice(0, i), corner) !== null);
  return isCrossed ? 'crossing' : drawing;
}
