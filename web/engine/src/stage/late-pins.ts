import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { Late } from '../late.ts';
import type { HiddenTest } from '../overlays/occlusion.ts';
import type { StagePin } from '../overlays/pins/pin.ts';
import type { PinsCanvas } from '../overlays/pins/pins-canvas.ts';
import type { MarkCamera } from '../overlays/screen-projection.ts';

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
  private readonly late: Late<Pins>;

  constructor({ container, under, onChange, load = loadPinsCanvas }: LatePinsOptions) {
    this.late = new Late({
      load: async () => {
        const { PinsCanvas: Canvas } = await load();
        return () => new Canvas(container, under);
      },
      onSettled: onChange,
    });
  }

  /** There are pins that cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  /** For a screenshot; null before the first pin. */
  get canvas(): HTMLCanvasElement | null {
    return this.late.value?.canvas ?? null;
  }

  show(pins: readonly StagePin[], hoveredIds: readonly string[]): void {
    this.late.tell('show', (canvas) => canvas.show(pins, hoveredIds));
    if (pins.length > 0) this.late.want();
  }

  /** See {@link PinsCanvas.resize}. */
  resize(...size: Parameters<PinsCanvas['resize']>): void {
    this.late.tell('resize', (canvas) => canvas.resize(...size));
  }

  draw(camera: MarkCamera, frame: EnuFrame, section: EnuSection | null): void {
    this.late.tell('draw', (canvas) => canvas.draw(camera, frame, section));
  }

  /** See {@link PinsCanvas.pinsAt}. */
  pinsAt(x: number, y: number): string[] | null {
    return this.late.value?.pinsAt(x, y) ?? null;
  }

  /** See {@link PinsCanvas.refreshOcclusion}. */
  refreshOcclusion(budgetMs: number, isHidden: HiddenTest): boolean {
    return this.late.value?.refreshOcclusion(budgetMs, isHidden) ?? true;
  }

  /** The model has changed under the same camera. */
  clearOcclusion(): void {
    this.late.value?.clearOcclusion();
  }

  destroy(): void {
    this.late.dispose()?.destroy();
  }
}
