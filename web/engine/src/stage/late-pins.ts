import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { HiddenTest } from '../overlays/occlusion.ts';
import type { StagePin } from '../overlays/pins/pin.ts';
import type { PinsCanvas } from '../overlays/pins/pins-canvas.ts';
import type { MarkCamera } from '../overlays/screen-projection.ts';
import { LatePart } from './late-part.ts';

/** The public part of the canvas. */
export type Pins = Pick<PinsCanvas, keyof PinsCanvas>;

interface LatePinsOptions {
  readonly container: HTMLElement;
  /** Child of the container which the pins lie under. */
  readonly under: HTMLElement;
  readonly onChange: () => void;
  /** Loads the code that draws pins. */
  readonly load?: () => Promise<{ PinsCanvas: new (container: HTMLElement, under: HTMLElement) => Pins }>;
}

const loadPinsCanvas = () => import('../overlays/pins/pins-canvas.ts');

/** The pins of a stage. The code that draws them is loaded with the first pin, because most host pages have none. */
export class LatePins {
  private readonly late: LatePart<Pins | null>;
  private isDestroyed = false;
  private shown: Parameters<PinsCanvas['show']> = [[], []];
  private size: Parameters<PinsCanvas['resize']> | null = null;
  private view: Parameters<PinsCanvas['draw']> | null = null;

  constructor({ container, under, onChange, load = loadPinsCanvas }: LatePinsOptions) {
    const make = async () => {
      const { PinsCanvas: Canvas } = await load();
      if (this.isDestroyed) return null;
      const pins = new Canvas(container, under);
      if (this.size) pins.resize(...this.size);
      pins.show(...this.shown);
      if (this.view) pins.draw(...this.view);
      return pins;
    };
    this.late = new LatePart({ make, onChange });
  }

  /** There are pins that cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  /** For a screenshot; null before the first pin. */
  get canvas(): HTMLCanvasElement | null {
    return this.late.part?.canvas ?? null;
  }

  show(pins: readonly StagePin[], hoveredIds: readonly string[]): void {
    this.shown = [pins, hoveredIds];
    if (this.late.part) this.late.part.show(pins, hoveredIds);
    else if (pins.length > 0) this.late.want();
  }

  /** See {@link PinsCanvas.resize}. */
  resize(...size: Parameters<PinsCanvas['resize']>): void {
    this.size = size;
    this.late.part?.resize(...size);
  }

  draw(camera: MarkCamera, frame: EnuFrame, section: EnuSection | null): void {
    this.view = [camera, frame, section];
    this.late.part?.draw(camera, frame, section);
  }

  /** See {@link PinsCanvas.pinsAt}. */
  pinsAt(x: number, y: number): string[] | null {
    return this.late.part?.pinsAt(x, y) ?? null;
  }

  /** See {@link PinsCanvas.refreshOcclusion}. */
  refreshOcclusion(budgetMs: number, isHidden: HiddenTest): boolean {
    return this.late.part?.refreshOcclusion(budgetMs, isHidden) ?? true;
  }

  /** The model has changed under the same camera. */
  clearOcclusion(): void {
    this.late.part?.clearOcclusion();
  }

  destroy(): void {
    this.isDestroyed = true;
    this.late.release()?.destroy();
  }
}
