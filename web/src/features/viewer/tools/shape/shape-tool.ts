import type { Mark, StageTool, ToolHit } from '@overlook/engine';
import type { Vec3 } from '@overlook/shared/maths';
import type { FittedSurface, FoundSurface } from '@overlook/shared/schemas';
import { shapeMarks } from './shape-marks.ts';

export type SurfaceKind = FittedSurface['kind'];

/** A surface with the question that gives it again. */
export interface AskedSurface {
  readonly surface: FittedSurface;
  readonly captureId: number;
  readonly pickEcef: Vec3;
}

export interface ShapeState {
  readonly kind: SurfaceKind;
  readonly isAsking: boolean;
  /** Why the last click gave nothing; null where it gave a surface. */
  readonly problem: string | null;
  /** The newest last. */
  readonly surfaces: readonly AskedSurface[];
}

/** What the exact points of a capture have at a hit. */
export interface FoundInCapture extends FoundSurface {
  readonly captureId: number;
}

/** Finds a surface at a hit; a string says why there is none. */
export type FindSurface = (hit: ToolHit, kind: SurfaceKind, signal: AbortSignal) => Promise<FoundInCapture | string>;

/** Fits a surface where one clicks. A further click gives up the question before. */
export class ShapeTool implements StageTool {
  readonly id = 'shape';
  readonly cursor = 'crosshair';
  /** A corner is no surface to fit. */
  readonly takesSurface = true;
  private current: ShapeState = { kind: 'cylinder', isAsking: false, problem: null, surfaces: [] };
  private drawn: readonly Mark[] | null = null;
  private asking: AbortController | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly find: FindSurface,
    private readonly sentenceOf: (refusal: NonNullable<FoundSurface['refusal']>) => string,
  ) {}

  /** The same object until something changes. */
  readonly state = (): ShapeState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  setKind(kind: SurfaceKind): void {
    this.giveUp();
    this.change({ kind, problem: null });
  }

  clear(): void {
    this.giveUp();
    this.change({ surfaces: [], problem: null });
  }

  tap(hit: ToolHit | null): void {
    if (!hit) return;
    this.giveUp();
    const asking = new AbortController();
    this.asking = asking;
    this.change({ isAsking: true, problem: null });
    void this.ask(hit, asking);
  }

  private async ask(hit: ToolHit, asking: AbortController): Promise<void> {
    const found = await this.find(hit, this.current.kind, asking.signal);
    if (this.asking !== asking) return;
    this.asking = null;
    if (typeof found === 'string') return this.change({ isAsking: false, problem: found });
    const { surface, refusal, captureId } = found;
    const added = surface ? [{ surface, captureId, pickEcef: hit.pointEcef }] : [];
    const surfaces = [...this.current.surfaces, ...added];
    this.change({ isAsking: false, problem: refusal && this.sentenceOf(refusal), surfaces });
  }

  marks(): readonly Mark[] {
    return (this.drawn ??= this.current.surfaces.flatMap(({ surface }, index) => shapeMarks(surface, index)));
  }

  /** Gives up a question that is not answered yet. */
  cancel(): boolean {
    if (!this.asking) return false;
    this.giveUp();
    this.change({});
    return true;
  }

  private giveUp(): void {
    this.asking?.abort();
    this.asking = null;
    this.current = { ...this.current, isAsking: false };
  }

  private change(patch: Partial<ShapeState>): void {
    this.current = { ...this.current, ...patch };
    this.drawn = null;
    for (const listener of this.listeners) listener();
  }

  grab = () => false;
  drag = () => undefined;
  release = () => undefined;
  cancelGrab = () => undefined;
  markedPoint = () => null;
  hover = () => undefined;
  key = () => false;
  unrefined = () => [];
  refine = () => false;
}
