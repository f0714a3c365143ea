/** A document of figures with its history: every change a person can make to it, one step of undo each. */
import type { FigureKind } from '@overlook/shared/config';
import { distance } from '@overlook/shared/maths';
import { History } from '../history.ts';
import type { MarkedPoint, SettledView, ToolHit } from '../tool.ts';
import {
  EMPTY_DOCUMENT,
  type PointPlace,
  addPoint,
  drawingOf,
  dropDrawing,
  findPoint,
  finishDrawing,
  removeFigure,
  removePoint,
  replaceFigure,
  replacePoint,
} from './document.ts';
import { type FigureText, readFigures, writeFigures } from './figure-text.ts';
import {
  type Figure,
  type FigureDocument,
  type FigurePoint,
  type KnownFigure,
  isSamePlace,
  pointFromHit,
} from './figure.ts';
import { Refinement } from './refinement.ts';

/** Points that lie closer are the same: a refined one may have moved by less than it is known to. */
const SAME_M = 0.001;
const isSamePlaces = (a: readonly FigurePoint[], b: KnownFigure['points']): boolean =>
  a.length === b.length && a.every(({ pointEcef }, index) => distance(pointEcef, b[index]!.pointEcef) < SAME_M);

/** Methods that say whether they changed something return true then. Hits are usable ones. */
export class FigureEditor {
  private readonly history = new History<FigureDocument>(EMPTY_DOCUMENT);
  private readonly refinement = new Refinement();
  /** The figures during a drag. */
  private preview: FigureDocument | null = null;
  private activeId: number | null = null;
  private lastId = 0;

  get document(): FigureDocument {
    return this.preview ?? this.history.present;
  }

  get drawing(): Figure | null {
    return drawingOf(this.document);
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  get activePointId(): number | null {
    return this.activeId !== null && this.find(this.activeId) ? this.activeId : null;
  }

  find(pointId: number): PointPlace | null {
    return findPoint(this.document, pointId);
  }

  /** Adds to the drawing, or begins a figure of this kind and name. Not twice in a row at the same place. */
  add(place: MarkedPoint, kind: FigureKind, name: string): boolean {
    const { drawing } = this;
    const last = drawing?.points.at(-1);
    if (last && isSamePlace(last.pointEcef, place.pointEcef)) return false;
    const point: FigurePoint = { ...place, id: this.newId() };
    const into = drawing ?? { id: this.newId(), kind, name, points: [], isDone: false };
    this.activeId = point.id;
    return this.commit(addPoint(this.document, into, point));
  }

  activate(pointId: number | null): boolean {
    if (pointId === this.activeId) return false;
    this.activeId = pointId;
    return true;
  }

  previewDrag(pointId: number, hit: ToolHit): boolean {
    const place = findPoint(this.history.present, pointId);
    if (!place) return false;
    this.preview = replacePoint(this.history.present, place, pointFromHit(hit, pointId));
    return true;
  }

  /** True when the point had been dragged somewhere. */
  keepDrag(): boolean {
    const { preview } = this;
    this.preview = null;
    return preview !== null && this.commit(preview);
  }

  dropDrag(): boolean {
    const hadPreview = this.preview !== null;
    this.preview = null;
    return hadPreview;
  }

  finish(): boolean {
    return this.commit(finishDrawing(this.document));
  }

  /** The drawing is finished where it has enough points, else dropped. */
  endDrawing(): boolean {
    return this.finish() || this.commit(dropDrawing(this.document));
  }

  /** Removes the active point and makes its neighbour the active one. */
  removeActive(): boolean {
    const place = this.activeId === null ? null : this.find(this.activeId);
    if (!place) return false;
    const { points } = place.figure;
    this.activeId = (points[place.index - 1] ?? points[place.index + 1])?.id ?? null;
    return this.commit(removePoint(this.document, place));
  }

  remove(figureId: number): boolean {
    return this.commit(removeFigure(this.document, figureId));
  }

  rename(figureId: number, name: string): boolean {
    const figure = this.document.figures.find((it) => it.id === figureId);
    return (
      figure !== undefined && figure.name !== name && this.commit(replaceFigure(this.document, { ...figure, name }))
    );
  }

  clear(): boolean {
    return this.document.figures.length > 0 && this.commit(EMPTY_DOCUMENT);
  }

  undo(): boolean {
    return this.history.undo() && this.arrive();
  }

  redo(): boolean {
    return this.history.redo() && this.arrive();
  }

  /** This is no step of the history: the shown points only become more exact. */
  refine(view: SettledView): { hasAsked: boolean; hasChanged: boolean } {
    const points = this.history.present.figures.flatMap((figure) => figure.points);
    const outcome = this.refinement.refine(points, view);
    if (outcome.hasChanged) this.arrive();
    return outcome;
  }

  serialise(): string {
    return JSON.stringify(writeFigures(this.document.figures));
  }

  restore(text: string, kinds: readonly FigureKind[]): boolean {
    const figures = readFigures(text, kinds);
    if (!figures) return false;
    this.activeId = null;
    return this.commit({ figures: figures.map((figure) => this.numbered(figure)) });
  }

  /** A drawing that is unfinished ends first. A figure that is there already becomes the active one. */
  addKnown({ kind, name, points }: KnownFigure): boolean {
    this.endDrawing();
    const same = this.document.figures.find((it) => it.kind === kind && isSamePlaces(it.points, points));
    if (same) return this.activate(same.points[0]!.id);
    const known = points.map((point) => ({ ...point, featureId: null, ray: null, isSettled: true }));
    const figure = this.numbered({ kind, name, points: known, isDone: true });
    this.activeId = figure.points[0]!.id;
    return this.commit({ figures: [...this.document.figures, figure] });
  }

  private numbered(figure: FigureText): Figure {
    return {
      ...figure,
      id: this.newId(),
      points: figure.points.map((point) => ({ ...point, id: this.newId() })),
    };
  }

  private commit(next: FigureDocument): boolean {
    if (next === this.history.present) return false;
    this.history.push(next);
    return true;
  }

  /** A state from the history may hold points whose positions are better known now. */
  private arrive(): true {
    const { figures } = this.history.present;
    const newest = (point: FigurePoint): FigurePoint => this.refinement.newest(point);
    const refined = figures.map((figure) =>
      figure.points.some((point) => newest(point) !== point)
        ? { ...figure, points: figure.points.map(newest) }
        : figure,
    );
    if (refined.some((figure, index) => figure !== figures[index])) this.history.replacePresent({ figures: refined });
    return true;
  }

  private newId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
