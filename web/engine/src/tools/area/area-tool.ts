import type { Vec3 } from '@overlook/shared/maths';
import type { AreaRule } from '@overlook/shared/mocs';
import { Emitter } from '../../emitter.ts';
import type { Mark } from '../../overlays/mark.ts';
import { type FigurePoint, isUsable, pointFromHit } from '../figures/figure.ts';
import { Refinement, unrefinedOf } from '../figures/refinement.ts';
import { History, historyKey } from '../history.ts';
import type { KeyPress, MarkDrag, MarkedPoint, SettledView, StageTool, ToolHit } from '../tool.ts';
import {
  type AreaDrawing,
  type AreaStep,
  EMPTY_AREA,
  addCorner,
  closeRing,
  cornerAt,
  heightOf,
  insertCorner,
  moveCorner,
  removeCorner,
  ringProblem,
  withHeight,
} from './area-drawing.ts';
import { areaMarks, liveAreaMarks, partOfMark } from './area-marks.ts';

export interface AreaToolState {
  readonly drawing: AreaDrawing;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The corner that Delete removes. */
  readonly activeCornerId: number | null;
  /** Why the area cannot be done yet, null when it can. */
  readonly problem: AreaRule | null;
  /** Why the last step was refused, null when it was not. */
  readonly refused: AreaRule | null;
}

/** The start of editing an area: corners in order, ECEF metres. */
export interface AreaStart extends Omit<AreaDrawing, 'corners' | 'isClosed'> {
  readonly cornersEcef: readonly Vec3[];
}

export interface AreaToolOptions {
  /** The area to be edited; a new one is drawn without it. */
  readonly start?: AreaStart;
  /** "#rrggbb" of the handles while the area has no colour of its own. */
  readonly stateColor: string;
  /** Escape was pressed and there is nothing to undo. */
  readonly onCancel: () => void;
}

type Setting = 'height' | 'color';

/** Draws one area on the model, or changes one (specification §2 "Places and MOC screens", §9 "Drawn MOC area"). */
export class AreaTool implements StageTool {
  readonly id = 'area';
  private readonly emitter = new Emitter<{ change: null }>();
  private readonly refinement = new Refinement();
  private readonly history: History<AreaDrawing>;
  private lastId: number;
  /** The drag in progress, and the drawing that it shows. */
  private held: { readonly cornerId: number; readonly drawing: AreaDrawing } | null = null;
  private hovered: FigurePoint | null = null;
  private activeId: number | null = null;
  private refused: AreaRule | null = null;
  /** The setting that the newest step has changed: a drag of its slider is one step of undo. */
  private tuned: Setting | null = null;
  /** As they were before the height was tuned: on the way through zero none of them is lost. */
  private heightsBefore: Pick<AreaDrawing, 'bottomHeight' | 'topHeight'> = EMPTY_AREA;
  private snapshot: AreaToolState | null = null;
  private still: readonly Mark[] | null = null;
  private all: readonly Mark[] | null = null;

  constructor(private readonly options: AreaToolOptions) {
    this.history = new History(options.start ? drawingOf(options.start) : EMPTY_AREA);
    this.lastId = this.history.present.corners.length;
  }

  get cursor(): string {
    return this.drawing.isClosed ? '' : 'crosshair';
  }

  /** Metres that the area reaches up from its base, or down where it lies below. */
  get height(): number {
    return heightOf(this.drawing);
  }

  private get drawing(): AreaDrawing {
    return this.held?.drawing ?? this.history.present;
  }

  tap(hit: ToolHit | null, markId: string | null, marked: MarkedPoint | null): void {
    if (this.held) return;
    const part = markId === null ? null : partOfMark(markId);
    if (part?.kind === 'edge') return this.insertAt(part.cornerId);
    if (part) return this.tapCorner(part.cornerId);
    const place = marked ?? (hit && isUsable(hit) ? pointFromHit(hit, 0) : null);
    if (this.drawing.isClosed) this.activate(null);
    else if (place) {
      const corner = cornerAt(place, this.newId());
      if (this.step(addCorner(this.drawing, corner))) this.activate(corner.id);
    }
  }

  /** Joins the last corner to the first. False, with the reason in the state, when that may not be. */
  close(): boolean {
    return this.step(closeRing(this.drawing));
  }

  setHeight(height: number): void {
    const { bottomHeight, topHeight } = this.drawing;
    if (this.tuned !== 'height') this.heightsBefore = { bottomHeight, topHeight };
    this.tune('height', withHeight({ ...this.drawing, ...this.heightsBefore }, height));
  }

  setColor(color: string | null): void {
    this.tune('color', { ...this.drawing, color });
  }

  setCapped(isCapped: boolean): void {
    this.step({ ...this.drawing, isCapped });
  }

  markedPoint(): null {
    return null;
  }

  hover(hit: ToolHit | null): void {
    this.hovered = hit && isUsable(hit) && !this.held ? pointFromHit(hit, 0) : null;
    if (!this.drawing.isClosed && this.drawing.corners.length > 0) this.pointerMoved();
  }

  grab(markId: string): boolean {
    const part = partOfMark(markId);
    if (!part || this.held) return false;
    let { present: drawing } = this.history;
    let { cornerId } = part;
    if (part.kind === 'edge') {
      const inserted = insertCorner(drawing, indexOf(drawing, cornerId), this.newId());
      if (typeof inserted === 'string') return false;
      drawing = inserted;
      cornerId = this.lastId;
    }
    this.hovered = null;
    this.held = { cornerId, drawing };
    return true;
  }

  /** A place where edges would cross leaves the corner where it was. */
  drag({ hit }: MarkDrag): void {
    if (!this.held || !hit || !isUsable(hit)) return;
    const moved = moveCorner(this.held.drawing, this.held.cornerId, pointFromHit(hit, 0));
    this.refused = typeof moved === 'string' ? moved : null;
    if (typeof moved !== 'string') this.held = { ...this.held, drawing: moved };
    this.refresh();
  }

  release(): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    this.activeId = held.cornerId;
    this.refused = null;
    this.tuned = null;
    if (held.drawing !== this.history.present) this.history.push(held.drawing);
    this.refresh();
  }

  cancelGrab(): void {
    this.held = null;
    this.refused = null;
    this.refresh();
  }

  /**
   * One step back, without losing a finished ring: a drag ends, the active corner is deselected, or the last corner of
   * an open line is removed.
   */
  cancel(): boolean {
    const { corners, isClosed } = this.drawing;
    if (this.held) this.cancelGrab();
    else if (!isClosed && corners.length > 0) this.removeCorner(corners.at(-1)!.id);
    else if (isClosed && this.activeId !== null) this.activate(null);
    else this.options.onCancel();
    return true;
  }

  key(press: KeyPress): boolean {
    const turn = historyKey(press);
    if (turn === 'undo') return this.undo();
    if (turn === 'redo') return this.redo();
    if (press.ctrlKey || press.metaKey) return false;
    if (press.code === 'Enter' || press.code === 'NumpadEnter') return !this.drawing.isClosed && (this.close(), true);
    if (press.code === 'Delete' || press.code === 'Backspace') return this.removeActive();
    return false;
  }

  undo(): boolean {
    return this.turn(() => this.history.undo());
  }

  redo(): boolean {
    return this.turn(() => this.history.redo());
  }

  unrefined(): readonly FigurePoint[] {
    return unrefinedOf(this.drawing.corners);
  }

  refine(view: SettledView): boolean {
    if (this.held) return false;
    const { hasAsked, hasChanged } = this.refinement.refine(this.history.present.corners, view);
    if (hasChanged) {
      this.takeUpRefined();
      this.refresh();
    }
    return hasAsked;
  }

  /** The same object until something but the pointer has changed. */
  state(): AreaToolState {
    const { drawing, activeId, refused, history } = this;
    this.snapshot ??= {
      drawing,
      canUndo: history.canUndo,
      canRedo: history.canRedo,
      activeCornerId: activeId,
      problem: ringProblem(drawing),
      refused,
    };
    return this.snapshot;
  }

  marks(): readonly Mark[] {
    const { drawing } = this;
    this.still ??= areaMarks(drawing, this.activeId, drawing.color ?? this.options.stateColor);
    this.all ??= [...this.still, ...(this.hovered ? liveAreaMarks(drawing, this.hovered) : [])];
    return this.all;
  }

  subscribe(listener: () => void): () => void {
    return this.emitter.on('change', listener);
  }

  private tapCorner(cornerId: number): void {
    const { isClosed, corners } = this.drawing;
    if (!isClosed && corners.length > 2 && corners[0]!.id === cornerId) this.close();
    else this.activate(cornerId);
  }

  private insertAt(edgeCornerId: number): void {
    const id = this.newId();
    if (this.step(insertCorner(this.drawing, indexOf(this.drawing, edgeCornerId), id))) this.activate(id);
  }

  private removeActive(): boolean {
    const { corners, isClosed } = this.drawing;
    const id = this.activeId ?? (isClosed ? null : (corners.at(-1)?.id ?? null));
    return id !== null && this.removeCorner(id);
  }

  private removeCorner(id: number): boolean {
    const { corners } = this.drawing;
    const before = corners[indexOf(this.drawing, id) - 1] ?? null;
    const isRemoved = this.step(removeCorner(this.drawing, id));
    if (isRemoved) this.activate(before?.id ?? null);
    return isRemoved;
  }

  private activate(cornerId: number | null): void {
    if (cornerId === this.activeId) return;
    this.activeId = cornerId;
    this.refresh();
  }

  /** True when it is another drawing; the reason of a refusal is kept for the card. */
  private step(next: AreaStep): boolean {
    this.held = null;
    this.tuned = null;
    const before = this.history.present;
    this.refused = typeof next === 'string' ? next : null;
    if (typeof next !== 'string' && next !== before) this.history.push(next);
    this.refresh();
    return this.history.present !== before;
  }

  private tune(setting: Setting, next: AreaDrawing): void {
    if (this.tuned === setting && !this.history.canRedo) {
      this.history.replacePresent(next);
      this.refresh();
      return;
    }
    this.step(next);
    this.tuned = setting;
  }

  private turn(move: () => boolean): boolean {
    this.held = null;
    this.refused = null;
    this.tuned = null;
    const hasMoved = move();
    if (hasMoved) this.takeUpRefined();
    if (hasMoved) this.refresh();
    return hasMoved;
  }

  /** A drawing from the history may hold corners whose positions are better known now. */
  private takeUpRefined(): void {
    const { present } = this.history;
    const corners = present.corners.map((corner) => this.refinement.newest(corner));
    if (corners.some((corner, i) => corner !== present.corners[i]))
      this.history.replacePresent({ ...present, corners });
  }

  private refresh(): void {
    if (this.activeId !== null && indexOf(this.drawing, this.activeId) < 0) this.activeId = null;
    this.snapshot = null;
    this.still = null;
    this.pointerMoved();
  }

  private pointerMoved(): void {
    this.all = null;
    this.emitter.emit('change', null);
  }

  private newId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}

const indexOf = ({ corners }: AreaDrawing, id: number): number => corners.findIndex((corner) => corner.id === id);

/** Saved corners are not refined: they keep their positions. */
function drawingOf({ cornersEcef, ...settings }: AreaStart): AreaDrawing {
  const corners = cornersEcef.map((pointEcef, i): FigurePoint => ({
    id: i + 1,
    pointEcef,
    modeltypeId: 0,
    featureId: null,
    errorMetres: 0,
    ray: null,
    isSettled: true,
  }));
  return { ...settings, corners, isClosed: true };
}
