/**
 * What all tools share towards a stage: clicks make points, points make figures, and figures can be drawn on, dragged, undone and
 * refined. Each tool decides what a figure measures and how it looks.
 */
import { type FigureKind, POINT_COUNTS } from '@overlook/shared/config';
import type { Mark } from '../../overlays/mark.ts';
import { Emitter } from '../../emitter.ts';
import { historyKey } from '../history.ts';
import type { KeyPress, MarkDrag, MarkedPoint, SettledView, StageTool, ToolHit } from '../tool.ts';
import type { PointPlace } from './document.ts';
import { FigureEditor } from './figure-editor.ts';
import {
  type Figure,
  type FigureDocument,
  type FigurePoint,
  type KnownFigure,
  isUsable,
  pointFromHit,
} from './figure.ts';
import { unrefinedOf } from './refinement.ts';

/** The part of a snapshot that every tool has. */
export interface FigureToolState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The point shown in blue, which Delete removes. */
  readonly activePointId: number | null;
  /** Whether a figure is unfinished: `finish` and `cancel` then do something. */
  readonly isDrawing: boolean;
}

/** Of a point that is in no figure yet. */
const NO_ID = -1;

export abstract class FigureTool<State extends FigureToolState> implements StageTool {
  abstract readonly id: string;
  readonly cursor: string = 'crosshair';
  protected readonly editor = new FigureEditor();
  private readonly emitter = new Emitter<{ change: null }>();
  private grabbedId: number | null = null;
  private hovered: FigurePoint | null = null;
  private snapshot: State | null = null;
  private figuresMarks: readonly Mark[] | null = null;
  private allMarks: readonly Mark[] | null = null;

  /** Kinds of figures this tool draws. */
  protected abstract readonly kinds: readonly FigureKind[];
  /** The kind of figure that the next click begins. */
  protected abstract nextKind(): FigureKind;
  protected abstract makeState(document: FigureDocument, common: FigureToolState): State;
  protected abstract marksOf(figure: Figure, activePointId: number | null): readonly Mark[];
  /** The preview that follows the pointer while a figure is drawn. */
  protected abstract liveMarks(drawing: Figure, hovered: FigurePoint): readonly Mark[];

  protected nextName(): string {
    return '';
  }

  tap(hit: ToolHit | null, markId: string | null, marked: MarkedPoint | null): void {
    if (this.grabbedId !== null) return;
    const place = this.placeOfMark(markId);
    const point = marked ?? (hit && isUsable(hit) ? pointFromHit(hit, NO_ID) : null);
    if (place && this.isForActivating(place)) this.tell(this.tapPoint(place));
    else if (point) this.tell(this.editor.add(point, this.nextKind(), this.nextName()));
  }

  markedPoint(markId: string): MarkedPoint | null {
    const place = this.placeOfMark(markId);
    return place && place.figure.points[place.index]!;
  }

  hover(hit: ToolHit | null): void {
    if (this.grabbedId !== null) return;
    const before = this.hovered;
    this.hovered = hit && isUsable(hit) ? pointFromHit(hit, NO_ID) : null;
    if (this.hovered !== before && this.editor.drawing) this.pointerMoved();
  }

  grab(markId: string): boolean {
    const place = this.placeOfMark(markId);
    if (!place || this.grabbedId !== null) return false;
    this.hover(null);
    this.grabbedId = place.figure.points[place.index]!.id;
    return true;
  }

  drag({ hit }: MarkDrag): void {
    if (this.grabbedId === null || !hit || !isUsable(hit)) return;
    this.tell(this.editor.previewDrag(this.grabbedId, hit));
  }

  release(): void {
    const pointId = this.grabbedId;
    if (pointId === null) return;
    this.grabbedId = null;
    const hasMoved = this.editor.keepDrag();
    const isNewlyActive = this.editor.activate(pointId);
    this.tell(hasMoved || isNewlyActive);
  }

  cancelGrab(): void {
    this.grabbedId = null;
    this.tell(this.editor.dropDrag());
  }

  key(press: KeyPress): boolean {
    const step = historyKey(press);
    if (step === 'undo') return this.undo();
    if (step === 'redo') return this.redo();
    if (press.ctrlKey || press.metaKey) return false;
    if (press.code === 'Enter' || press.code === 'NumpadEnter') return this.finish();
    if (press.code === 'Delete' || press.code === 'Backspace') return this.removeActivePoint();
    return false;
  }

  /** Ends the figure that is drawn; the next click begins another. With too few points it goes on. False when none is drawn. */
  finish(): boolean {
    const isDrawing = this.editor.drawing !== null;
    this.edit(() => this.editor.finish());
    return isDrawing;
  }

  /** Cancels a drag. The drawing is kept where it has enough points, and removed otherwise. */
  cancel(): boolean {
    if (this.grabbedId !== null) {
      this.cancelGrab();
      return true;
    }
    if (!this.editor.drawing) return false;
    this.tell(this.editor.endDrawing());
    return true;
  }

  undo(): boolean {
    return this.edit(() => this.editor.undo());
  }

  redo(): boolean {
    return this.edit(() => this.editor.redo());
  }

  /** False when no point is active. */
  removeActivePoint(): boolean {
    return this.edit(() => this.editor.removeActive());
  }

  /** Makes a point the active one; null for none. */
  selectPoint(pointId: number | null): void {
    this.tell(this.editor.activate(pointId));
  }

  remove(figureId: number): void {
    this.edit(() => this.editor.remove(figureId));
  }

  /** Removes everything; undo brings it back. */
  clear(): void {
    this.edit(() => this.editor.clear());
  }

  unrefined(): readonly FigurePoint[] {
    return unrefinedOf(this.editor.document.figures.flatMap((figure) => figure.points));
  }

  refine(view: SettledView): boolean {
    if (this.grabbedId !== null) return false;
    const { hasAsked, hasChanged } = this.editor.refine(view);
    if (hasChanged) this.refresh();
    return hasAsked;
  }

  /** The same object until something but the pointer has changed. */
  state(): State {
    const { document, canUndo, canRedo, activePointId, drawing } = this.editor;
    this.snapshot ??= this.makeState(document, { canUndo, canRedo, activePointId, isDrawing: drawing !== null });
    return this.snapshot;
  }

  marks(): readonly Mark[] {
    if (this.allMarks) return this.allMarks;
    const { document, activePointId, drawing } = this.editor;
    this.figuresMarks ??= document.figures.flatMap((figure) => this.marksOf(figure, activePointId));
    const live = drawing && this.hovered ? this.liveMarks(drawing, this.hovered) : [];
    this.allMarks = [...this.figuresMarks, ...live];
    return this.allMarks;
  }

  subscribe(listener: () => void): () => void {
    return this.emitter.on('change', listener);
  }

  /** Short text for a link: every figure that has enough points, to the millimetre; not the rays. */
  serialise(): string {
    return this.editor.serialise();
  }

  /**
   * Replaces the figures by those that {@link serialise} wrote; undo restores the old ones. False, and no change, for
   * any other text.
   */
  restore(text: string): boolean {
    return this.edit(() => this.editor.restore(text, this.kinds));
  }

  /** Adds a finished figure and makes its first point the active one. False for a kind that this tool does not draw. */
  addKnown(figure: KnownFigure): boolean {
    return this.kinds.includes(figure.kind) && this.edit(() => this.editor.addKnown(figure));
  }

  /** A change that is not a gesture: it cancels the drag in progress. */
  protected edit(change: () => boolean): boolean {
    this.grabbedId = null;
    const hadDrag = this.editor.dropDrag();
    const hasChanged = change();
    this.tell(hasChanged || hadDrag);
    return hasChanged;
  }

  /** Makes all snapshots again, after a change of the units or other display options. */
  protected refresh(): void {
    this.snapshot = null;
    this.figuresMarks = null;
    this.pointerMoved();
  }

  private tell(hasChanged: boolean): void {
    if (hasChanged) this.refresh();
  }

  private pointerMoved(): void {
    this.allMarks = null;
    this.emitter.emit('change', null);
  }

  /**
   * A point of the figure that is drawn takes no second point in the same place, and neither does a target, which is its
   * only point. A point of any other figure is a place to begin or go on from.
   */
  private isForActivating({ figure }: PointPlace): boolean {
    return !figure.isDone || POINT_COUNTS[figure.kind].most === 1;
  }

  /** On the first point of an area that is drawn it closes the area; else it makes the point active. */
  private tapPoint({ figure, index }: PointPlace): boolean {
    const isClosing =
      !figure.isDone && figure.kind === 'area' && index === 0 && figure.points.length >= POINT_COUNTS.area.fewest;
    return isClosing ? this.editor.finish() : this.editor.activate(figure.points[index]!.id);
  }

  private placeOfMark(markId: string | null): PointPlace | null {
    const pointId = markId?.startsWith(`${this.id}:`) ? Number(markId.slice(this.id.length + 1)) : Number.NaN;
    return this.editor.find(pointId);
  }
}
