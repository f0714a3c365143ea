/** Changes of a document of figures: each returns a new one and shares what it did not touch. */
import { POINT_COUNTS } from '@overlook/shared/config';
import type { Figure, FigureDocument, FigurePoint } from './figure.ts';

export const EMPTY_DOCUMENT: FigureDocument = { figures: [] };

/** The figure that is still being drawn. */
export function drawingOf({ figures }: FigureDocument): Figure | null {
  const last = figures.at(-1);
  return last && !last.isDone ? last : null;
}

/** Adds to a figure, which is the drawing or a new one. Finishes it when it has all its points. */
export function addPoint(document: FigureDocument, figure: Figure, point: FigurePoint): FigureDocument {
  const points = [...figure.points, point];
  const grown = { ...figure, points, isDone: points.length >= POINT_COUNTS[figure.kind].most };
  return { figures: [...dropDrawing(document).figures, grown] };
}

/** Ends the drawing where it has enough points; the same document where it has not or there is none. */
export function finishDrawing(document: FigureDocument): FigureDocument {
  const drawing = drawingOf(document);
  if (!drawing || drawing.points.length < POINT_COUNTS[drawing.kind].fewest) return document;
  return { figures: [...document.figures.slice(0, -1), { ...drawing, isDone: true }] };
}

export const dropDrawing = (document: FigureDocument): FigureDocument =>
  drawingOf(document) ? { figures: document.figures.slice(0, -1) } : document;

export function replaceFigure(document: FigureDocument, figure: Figure): FigureDocument {
  return { figures: document.figures.map((it) => (it.id === figure.id ? figure : it)) };
}

export function removeFigure(document: FigureDocument, figureId: number): FigureDocument {
  const figures = document.figures.filter((figure) => figure.id !== figureId);
  return figures.length === document.figures.length ? document : { figures };
}

/** Removes one point. A finished figure that has too few left goes with it, a drawing only when it has none. */
export function removePoint(document: FigureDocument, place: PointPlace): FigureDocument {
  const { figure, index } = place;
  const points = figure.points.filter((_, i) => i !== index);
  const fewest = figure.isDone ? POINT_COUNTS[figure.kind].fewest : 1;
  return points.length < fewest ? removeFigure(document, figure.id) : replaceFigure(document, { ...figure, points });
}

export function replacePoint(document: FigureDocument, place: PointPlace, point: FigurePoint): FigureDocument {
  return replaceFigure(document, { ...place.figure, points: place.figure.points.with(place.index, point) });
}

/** Where a point is. */
export interface PointPlace {
  readonly figure: Figure;
  readonly index: number;
}

const places = new WeakMap<FigureDocument, Map<number, PointPlace>>();

export function findPoint(document: FigureDocument, pointId: number): PointPlace | null {
  let found = places.get(document);
  if (!found) {
    found = new Map();
    for (const figure of document.figures) {
      for (const [index, point] of figure.points.entries()) found.set(point.id, { figure, index });
    }
    places.set(document, found);
  }
  return found.get(pointId) ?? null;
}
