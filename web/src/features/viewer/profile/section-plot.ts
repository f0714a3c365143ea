/**
 * The section on its three canvases: axes, points, and measurements. The axes and measurements follow immediately; the
 * points are painted again when a gesture pauses, and moved with it until then.
 */
import type { ProfileColor } from '@overlook/shared/config';
import type {
  ProfilePoint,
  ProfileShown,
  ProfileView,
  SectionLabels,
  SectionOverlay,
  SectionPlace,
} from '@overlook/engine';
import { engine } from './engine.ts';

export interface PlotInput {
  readonly shown: ProfileShown;
  readonly color: ProfileColor;
  readonly exaggeration: number;
  readonly legs: readonly SectionLabels[];
  readonly begun: SectionPlace | null;
  /** What heights count from. */
  readonly datum: string;
  readonly pointerText: (point: ProfilePoint) => string;
}

/** A point of the cloud is picked within this many CSS pixels of the pointer. */
const SNAP_PX = 8;
/** Points are painted again when a gesture has paused for this long. */
const PAUSE_MS = 60;
/** Pixels of the picture for one of the screen: it is printed and enlarged. */
const PICTURE_SCALE = 2;

export class SectionPlot {
  private view: ProfileView | null = null;
  /** That of the points as they were painted last. */
  private paintedView: ProfileView | null = null;
  private input: PlotInput | null = null;
  private pointer: ProfilePoint | null = null;
  private readonly painter = new engine.PointPainter();
  private frameId = 0;
  private pauseTimer: ReturnType<typeof setTimeout> | undefined;
  /** The person has panned or zoomed: points that come later do not change the view. */
  private isChosen = false;

  constructor(
    private readonly axes: HTMLCanvasElement,
    private readonly points: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
  ) {}

  update(input: PlotInput): void {
    const before = this.input;
    this.input = input;
    if (before?.shown.frame !== input.shown.frame) this.isChosen = false;
    if (this.view && before && before.exaggeration !== input.exaggeration)
      this.view = this.isChosen ? engine.exaggeratedView(this.view, input.exaggeration) : null;
    const isSameSection = before?.shown === input.shown && before.exaggeration === input.exaggeration;
    if (!this.isChosen && !isSameSection) this.fit();
    const isSame = isSameSection && before.color === input.color && this.paintedView === this.view;
    if (!isSame) this.paintSoon(0);
    this.drawSoon();
  }

  /** Size of the whole strip's canvas, CSS pixels. */
  resize(width: number, height: number): void {
    const widthPx = Math.max(1, Math.round(width - engine.GUTTER.leftPx));
    const heightPx = Math.max(1, Math.round(height - engine.GUTTER.bottomPx));
    this.sizePx = { widthPx, heightPx };
    if (this.view && this.isChosen) this.view = engine.resizedView(this.view, widthPx, heightPx);
    else this.fit();
    this.paintSoon(0);
    this.drawSoon();
  }

  /** All of the section. */
  fitAll(): void {
    this.isChosen = false;
    this.fit();
    this.viewChanged();
  }

  /** `at` is in pixels of the strip's canvas. */
  zoom(at: readonly [number, number], factor: number): void {
    this.change((view) => engine.zoomedView(view, this.onPlot(at), factor));
  }

  pan(by: readonly [number, number]): void {
    this.change((view) => engine.pannedView(view, by));
  }

  /** The point of the cloud near a pixel of the canvas, or the place itself on the line; null outside the plot. */
  pointAt(at: readonly [number, number]): ProfilePoint | null {
    const { view, input } = this;
    const [x, y] = this.onPlot(at);
    if (!view || !input || x < 0 || y > view.heightPx) return null;
    const place = engine.placeAt(view, x, y);
    return engine.nearestPoint(input.shown.points, view, [x, y], SNAP_PX) ?? [place.along, 0, place.up];
  }

  /** The likely error of a click, metres: a pixel, or that of a cloud point. */
  get clickErrorMetres(): number {
    return this.view ? 1 / this.view.pixelsPerMetre : 0;
  }

  /** Shows the position of the pointer; null removes it. */
  setPointer(point: ProfilePoint | null): void {
    this.pointer = point;
    this.drawSoon();
  }

  /** The whole strip as a picture, without the pointer. */
  picture(fontFamily: string): Promise<Blob> {
    const { view, input } = this;
    const [canvas, points] = [document.createElement('canvas'), document.createElement('canvas')];
    const [width, height] = this.pictureSizePx;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    engine.drawGround(context, width, height);
    if (view && input) {
      const ratio = PICTURE_SCALE * this.ratio;
      const overlay = { ...this.overlayNow(input, fontFamily), pointer: null };
      context.scale(ratio, ratio);
      engine.drawAxes(context, view, overlay);
      this.paintOn(points, view, input, ratio);
      context.drawImage(points, engine.GUTTER.leftPx, 0, view.widthPx, view.heightPx);
      engine.drawSection(context, view, overlay);
    }
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))), 'image/png'),
    );
  }

  /** Device pixels of that picture. */
  get pictureSizePx(): readonly [number, number] {
    return [PICTURE_SCALE * this.overlay.width, PICTURE_SCALE * this.overlay.height];
  }

  /** Safe to call twice. */
  destroy(): void {
    cancelAnimationFrame(this.frameId);
    clearTimeout(this.pauseTimer);
  }

  private sizePx = { widthPx: 1, heightPx: 1 };

  private get ratio(): number {
    return Math.max(1, globalThis.devicePixelRatio || 1);
  }

  private onPlot = ([x, y]: readonly [number, number]): [number, number] => [x - engine.GUTTER.leftPx, y];

  private fit(): void {
    const { input } = this;
    if (!input) return;
    const { frame, summary } = input.shown;
    const bounds = summary.bounds ?? { alongLeast: 0, alongMost: 0, upLeast: -2, upMost: 2 };
    const whole = {
      ...bounds,
      alongLeast: Math.min(0, bounds.alongLeast),
      alongMost: Math.max(frame.lengthMetres, bounds.alongMost),
    };
    this.view = engine.fittedView(whole, this.sizePx, input.exaggeration);
  }

  private change(step: (view: ProfileView) => ProfileView): void {
    if (!this.view) return;
    this.isChosen = true;
    this.view = step(this.view);
    this.viewChanged();
  }

  private viewChanged(): void {
    this.paintSoon(PAUSE_MS);
    this.drawSoon();
  }

  private paintSoon(pauseMs: number): void {
    clearTimeout(this.pauseTimer);
    this.pauseTimer = setTimeout(() => this.paint(), pauseMs);
  }

  private drawSoon(): void {
    this.frameId ||= requestAnimationFrame(() => {
      this.frameId = 0;
      this.draw();
    });
  }

  private paint(): void {
    const { view, input } = this;
    clearTimeout(this.pauseTimer);
    if (!view || !input) return;
    this.paintOn(this.points, view, input, this.ratio);
    this.paintedView = view;
    this.drawSoon();
  }

  private paintOn(canvas: HTMLCanvasElement, view: ProfileView, input: PlotInput, ratio: number): void {
    const scaled = {
      ...view,
      widthPx: Math.round(view.widthPx * ratio),
      heightPx: Math.round(view.heightPx * ratio),
      pixelsPerMetre: view.pixelsPerMetre * ratio,
    };
    const { bounds, count } = input.shown.summary;
    const heights = bounds ?? { upLeast: 0, upMost: 1 };
    const side = bounds ? engine.pointSidePx(count, view, bounds, ratio) : 1;
    const pixels = this.painter.paint(input.shown.points, scaled, { by: input.color, heights }, side);
    canvas.width = scaled.widthPx;
    canvas.height = scaled.heightPx;
    const bytes = new Uint8ClampedArray(
      pixels.buffer,
      pixels.byteOffset,
      pixels.byteLength,
    ) as Uint8ClampedArray<ArrayBuffer>;
    canvas.getContext('2d')?.putImageData(new ImageData(bytes, scaled.widthPx, scaled.heightPx), 0, 0);
  }

  private draw(): void {
    const { view, input, points, paintedView } = this;
    if (!view || !input) return;
    const overlay = this.overlayNow(input, getComputedStyle(this.overlay).fontFamily);
    const axes = this.cleared(this.axes, view);
    if (axes) engine.drawAxes(axes, view, overlay);
    const above = this.cleared(this.overlay, view);
    if (above) engine.drawSection(above, view, overlay);
    points.style.transform = paintedView ? movedFrom(paintedView, view) : '';
  }

  /** The context of an empty canvas of the size of the strip, in CSS pixels. */
  private cleared(canvas: HTMLCanvasElement, view: ProfileView): CanvasRenderingContext2D | null {
    const { ratio } = this;
    const width = Math.round((view.widthPx + engine.GUTTER.leftPx) * ratio);
    const height = Math.round((view.heightPx + engine.GUTTER.bottomPx) * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, width, height);
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  private overlayNow(input: PlotInput, fontFamily: string): SectionOverlay {
    const { pointer } = this;
    return {
      lengthMetres: input.shown.frame.lengthMetres,
      datum: input.datum,
      legs: input.legs,
      begun: input.begun,
      pointer: pointer && { place: { along: pointer[0], up: pointer[2] }, text: input.pointerText(pointer) },
      fontFamily,
    };
  }
}

/** The CSS transform that moves the picture of one view to its place in another view. */
function movedFrom(painted: ProfileView, now: ProfileView): string {
  if (painted === now) return '';
  const x = (painted.alongLeft - now.alongLeft) * now.pixelsPerMetre;
  const perUp = now.pixelsPerMetre * now.exaggeration;
  const top = painted.upBottom + painted.heightPx / (painted.pixelsPerMetre * painted.exaggeration);
  const y = now.heightPx - (top - now.upBottom) * perUp;
  const scaleX = now.pixelsPerMetre / painted.pixelsPerMetre;
  return `translate(${x}px, ${y}px) scale(${scaleX}, ${perUp / (painted.pixelsPerMetre * painted.exaggeration)})`;
}
