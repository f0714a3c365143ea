import {
  cross,
  dot,
  enuAxesAt,
  fitMove,
  invertAffine,
  length,
  moveMatrix,
  moveOfMatrix,
  normalize,
  type RigidMove,
  scale,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { Emitter } from '../../emitter.ts';
import type { Mark } from '../../overlays/mark.ts';
import { alongLine, type Line } from '../../geometry/ray-line.ts';
import { History, historyKey } from '../history.ts';
import type { KeyPress, MarkDrag, RayEcef, StageTool, ToolHit } from '../tool.ts';
import type { MoveOrigin, PlaceState, PlaceStep } from './place-state.ts';
import { handleCenter, type PlaceHandle, placeHandleOf, placeMarks } from './place-marks.ts';

const BY_HAND: MoveOrigin = { by: 'hand', count: 0, rmsM: null };

/** With Shift: whole steps. */
const SHIFT_STEP_M = 0.05;
const TURN_STEP_DEG = 1;

interface Held {
  readonly handle: PlaceHandle;
  readonly from: PlaceStep;
  readonly line: Line;
  readonly startM: number;
}

/** Moves and turns a layer that is drawn over the chosen one (`StageState.overlay`), by handles, figures and pairs of points. */
export class PlaceTool implements StageTool {
  readonly id = 'place';
  readonly cursor = 'crosshair';
  private readonly emitter = new Emitter<{ change: null }>();
  private readonly history: History<PlaceStep>;
  private live: PlaceStep | null = null;
  private awaits: PlaceState['awaits'] = null;
  private half: Vec3 | null = null;
  private held: Held | null = null;
  private snapshot: PlaceState | null = null;
  private drawn: readonly Mark[] | null = null;
  private armM = 10;

  constructor(move: RigidMove, origin: MoveOrigin = BY_HAND) {
    this.history = new History({ move, origin, pairs: [], isLevel: true });
  }

  get picksOverlay(): boolean {
    return this.awaits === 'draft';
  }

  /** The same object until something changes. */
  get state(): PlaceState {
    return (this.snapshot ??= this.makeState());
  }

  /** Length of the handles, metres: the caller keeps them at one size on the screen. */
  setArm(metres: number): void {
    if (metres === this.armM) return;
    this.armM = metres;
    this.tell();
  }

  setMove(move: RigidMove, origin: MoveOrigin = BY_HAND): void {
    this.push({ ...this.step, move, origin });
  }

  /** Brings the handles to a place; the layer stays where it is. */
  setPivot(pivotEcef: Vec3): void {
    const { move } = this.step;
    const undone = transformPoint(invertAffine(moveMatrix(move)), pivotEcef);
    this.push({ ...this.step, move: moveOfMatrix(moveMatrix(move), undone) });
  }

  /** Without tilts the data stay level, as levelled scanners need. */
  setLevel(isLevel: boolean): void {
    this.push({ ...this.step, isLevel });
  }

  /** Moves the layer as the pairs say. False where they say nothing. */
  applyPairs(): boolean {
    const { fitted, pairs } = this.state;
    if (!fitted) return false;
    this.setMove(fitted.move, { by: 'pairs', count: pairs.length, rmsM: fitted.rmsM });
    return true;
  }

  beginPair(): void {
    this.await('draft', null);
  }

  /** The second point of a pair by its coordinates, ECEF metres. */
  completePair(toEcef: Vec3): void {
    const { half } = this;
    if (!half) return;
    this.await(null, null);
    this.push({ ...this.step, pairs: [...this.step.pairs, { fromEcef: half, toEcef }] });
  }

  removePair(index: number): void {
    this.push({ ...this.step, pairs: this.step.pairs.filter((_, i) => i !== index) });
  }

  undo(): boolean {
    return this.tellIf(this.history.undo());
  }

  redo(): boolean {
    return this.tellIf(this.history.redo());
  }

  tap(hit: ToolHit | null): void {
    if (!hit || !this.awaits) return;
    if (this.awaits === 'target') return this.completePair(hit.pointEcef);
    this.await('target', transformPoint(invertAffine(moveMatrix(this.step.move)), hit.pointEcef));
  }

  cancel(): boolean {
    if (this.held) this.cancelGrab();
    else if (this.awaits === 'target') this.await('draft', null);
    else if (this.awaits === 'draft') this.await(null, null);
    else return false;
    return true;
  }

  key(press: KeyPress): boolean {
    const step = historyKey(press);
    return step !== null && (step === 'undo' ? this.undo() : this.redo());
  }

  grab(markId: string, ray: RayEcef): boolean {
    const handle = placeHandleOf(markId);
    if (handle === null || this.held) return false;
    const line = this.lineOf(handle, ray);
    this.held = { handle, from: this.step, line, startM: alongLine(line, ray) ?? 0 };
    return true;
  }

  drag({ ray, isConstrained }: MarkDrag): void {
    const { held } = this;
    const at = held && alongLine(held.line, ray);
    if (!held || at === null) return;
    this.live = { ...held.from, origin: BY_HAND, move: movedBy(held, at - held.startM, this.armM, isConstrained) };
    this.tell();
  }

  release(): void {
    const { live } = this;
    this.held = this.live = null;
    if (live) this.push(live);
  }

  cancelGrab(): void {
    this.held = this.live = null;
    this.tell();
  }

  marks(): readonly Mark[] {
    return (this.drawn ??= placeMarks(this.state, this.armM).map((mark) => ({ ...mark, isUncut: true })));
  }

  readonly subscribe = (listener: () => void): (() => void) => this.emitter.on('change', listener);
  readonly markedPoint = (): null => null;
  readonly hover = (): void => undefined;
  readonly unrefined = (): readonly never[] => NONE;
  readonly refine = (): boolean => false;

  private get step(): PlaceStep {
    return this.live ?? this.history.present;
  }

  private makeState(): PlaceState {
    const { step, awaits, half } = this;
    const fitted = fitMove(step.pairs, step.move.pivotEcef, step.isLevel);
    return { ...step, awaits, half, fitted, canUndo: this.history.canUndo, canRedo: this.history.canRedo };
  }

  /** The line that a handle slides on: an axis, or across the view at the ring. */
  private lineOf(handle: PlaceHandle, ray: RayEcef): Held['line'] {
    const origin = handleCenter(this.step);
    const { east, north, up } = enuAxesAt(origin);
    if (handle !== 'turn') return { origin, direction: [east, north, up][handle]! };
    const across = cross(ray.direction, up);
    return { origin, direction: length(across) < 0.01 ? east : normalize(across) };
  }

  private await(what: PlaceState['awaits'], half: Vec3 | null): void {
    this.awaits = what;
    this.half = half;
    this.tell();
  }

  private push(step: PlaceStep): void {
    this.history.push(step);
    this.tell();
  }

  private tellIf(hasChanged: boolean): boolean {
    if (hasChanged) this.tell();
    return hasChanged;
  }

  private tell(): void {
    this.snapshot = this.drawn = null;
    this.emitter.emit('change', null);
  }
}

const NONE: readonly never[] = [];

function movedBy(
  { handle, from: { move }, line }: Held,
  metres: number,
  armM: number,
  isConstrained: boolean,
): RigidMove {
  const stepped = (value: number, step: number) => (isConstrained ? Math.round(value / step) * step : value);
  if (handle === 'turn') {
    // The near side of the ring keeps under the pointer: to the right of it is anticlockwise.
    const turnDeg = stepped(move.turnDeg - ((metres / armM) * 180) / Math.PI, TURN_STEP_DEG);
    return { ...move, turnDeg };
  }
  // The axes at the handle are those at the pivot, but for the curvature of the Earth.
  const { east, north, up } = enuAxesAt(move.pivotEcef);
  const axis = [east, north, up][handle]!;
  const along = dot(scale(line.direction, metres), axis);
  const shiftM = move.shiftM.map((value, i) => (i === handle ? stepped(value + along, SHIFT_STEP_M) : value)) as Vec3;
  return { ...move, shiftM };
}
