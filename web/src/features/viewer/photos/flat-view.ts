import { withUnit } from '@overlook/shared/format';
import { isInPicture, type PhotoPixel } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PhotoView, ViewPoint, ViewSize } from './photo-frame.ts';
import { clamped, type Placement, scaleOf, toPixel, toView, WHOLE, ZOOM_MOST, zoomedAt } from './photo-zoom.ts';

/** One press of the zoom buttons. */
const STEP_FACTOR = 1.25;

/** How a flat photo lies in its view, as gestures, keys and the toolbar change it. */
export class FlatView implements PhotoView {
  private placement: Placement = WHOLE;
  private size: ViewSize = { width: 1, height: 1 };
  private readonly listeners = new Set<() => void>();

  constructor(readonly photo: NearbyPhoto) {}

  get sizeCss(): ViewSize {
    return this.size;
  }

  get zoomText(): string {
    return withUnit(String(Math.round(100 * this.placement.zoom)), '%');
  }

  get canZoomIn(): boolean {
    return this.placement.zoom < ZOOM_MOST;
  }

  get canZoomOut(): boolean {
    return this.placement.zoom > 1;
  }

  /** Larger than its view, so that it can be moved. */
  get isZoomed(): boolean {
    return this.placement.zoom > 1;
  }

  /** Shown width of the picture before its rotation, CSS pixels. */
  get shownWidth(): number {
    return this.picture.widthPx * scaleOf(this.placement, this.picture, this.size);
  }

  /** CSS transform of a box of the size of the whole picture at 100 %, which lies in the middle of the view. */
  get transform(): string {
    const { x, y, zoom, turns } = this.placement;
    return `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${90 * turns}deg) scale(${zoom})`;
  }

  /** Size of that box. */
  get boxSize(): ViewSize {
    const scale = scaleOf({ ...this.placement, zoom: 1 }, this.picture, this.size);
    return { width: this.picture.widthPx * scale, height: this.picture.heightPx * scale };
  }

  readonly toView = (pixel: PhotoPixel): ViewPoint => toView(pixel, this.placement, this.picture, this.size);

  toPixel(x: number, y: number): PhotoPixel | null {
    const pixel = toPixel({ x, y }, this.placement, this.picture, this.size);
    return isInPicture(pixel, this.picture) ? pixel : null;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  resize(size: ViewSize): void {
    if (size.width < 1 || size.height < 1) return;
    this.size = size;
    this.show(this.placement);
  }

  zoomBy(steps: number): void {
    this.zoomAt(STEP_FACTOR ** steps, { x: this.size.width / 2, y: this.size.height / 2 });
  }

  zoomAt(factor: number, at: ViewPoint): void {
    this.show(zoomedAt(this.placement, factor, at, this.picture, this.size));
  }

  moveBy(x: number, y: number): void {
    this.show({ ...this.placement, x: this.placement.x + x, y: this.placement.y + y });
  }

  /** Rotates it by quarters to the right, and shows all of it again. */
  turn(quarters: number): void {
    this.show({ ...WHOLE, turns: (this.placement.turns + quarters + 4) % 4 });
  }

  fit(): void {
    this.show({ ...WHOLE, turns: this.placement.turns });
  }

  private get picture() {
    return this.photo.photo;
  }

  private show(placement: Placement): void {
    this.placement = clamped(placement, this.picture, this.size);
    for (const listener of this.listeners) listener();
  }
}
