/** Shows the image of one screen, drawn by the context of the page. */
import type { PixelArea } from '../view/swipe.ts';
import type { PageContext } from './page-context.ts';

export interface Surface {
  /** Call before anything is drawn or picked: CSS pixels of the screen, and CSS to device pixels. */
  begin(widthPx: number, heightPx: number, pixelRatio: number): void;
  /** Area of the image in the framebuffer: device pixels from the lower left. */
  readonly area: PixelArea;
  /** Shows what has been drawn since {@link begin}. */
  present(): void;
  /** A copy of what has been drawn in this very task, without what lies beyond the screen. */
  picture(): HTMLCanvasElement;
  destroy(): void;
}

export interface SurfaceOptions {
  /** Cuts off what lies beyond the screen. */
  readonly parent: HTMLElement;
  /** CSS to device pixels, the most there will be. */
  readonly fullPixelRatio: number;
  /** Draws and presents the screen in this very task. */
  redraw(): void;
}

type SizePx = readonly [width: number, height: number];

/** A canvas that takes a bitmap over instead of drawing it. */
type Copy = ImageBitmapRenderingContext & { readonly canvas: HTMLCanvasElement };

/** Of a canvas in its screen. */
export const PLACE = 'position:absolute;left:0;top:0';

export class ScreenSurface implements Surface {
  /** Device pixels that the screen needs of the canvas. */
  neededPx: SizePx = [1, 1];
  /** Device pixels of the image. */
  private drawnPx: SizePx = [1, 1];
  /** CSS pixels of the whole canvas, of which the image is a corner. */
  private shownPx: SizePx = [1, 1];
  private copy: Copy | null = null;

  constructor(
    private readonly context: PageContext,
    private readonly options: SurfaceOptions,
  ) {}

  /** It shows the context's canvas itself. */
  get isDirect(): boolean {
    return this.context.canvas.parentNode === this.options.parent;
  }

  get isCopied(): boolean {
    return this.copy !== null;
  }

  redraw(): void {
    this.options.redraw();
  }

  begin(widthPx: number, heightPx: number, pixelRatio: number): void {
    this.drawnPx = [Math.floor(widthPx * pixelRatio), Math.floor(heightPx * pixelRatio)];
    // At the full ratio: each step of the governor would wait for the GPU otherwise.
    const ratio = Math.max(pixelRatio, this.options.fullPixelRatio);
    this.neededPx = [Math.floor(widthPx * ratio), Math.floor(heightPx * ratio)];
    const [width, height] = this.context.fit();
    const cssPerDevice = widthPx / this.drawnPx[0];
    this.shownPx = [width * cssPerDevice, height * cssPerDevice];
    // deck.gl takes the ratio of CSS to device pixels from here.
    const { canvasContext } = this.context.device;
    [canvasContext.cssWidth, canvasContext.cssHeight] = this.shownPx;
  }

  get area(): PixelArea {
    const [width, height] = this.drawnPx;
    return [0, this.context.gl.drawingBufferHeight - height, width, height];
  }

  present(): void {
    if (this.context.isForOne) this.showCanvas();
    else this.showCopy();
  }

  picture(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    const [width, height] = this.drawnPx;
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')!.drawImage(this.context.canvas, 0, 0, width, height, 0, 0, width, height);
    return canvas;
  }

  destroy(): void {
    if (this.isDirect) this.context.canvas.remove();
    this.dropCopy();
    this.context.detach(this);
  }

  private showCanvas(): void {
    const { canvas } = this.context;
    setSize(canvas, this.shownPx);
    if (this.isDirect) return;
    this.options.parent.append(canvas);
    this.dropCopy();
  }

  private showCopy(): void {
    const { canvas } = this.context;
    const copy = (this.copy ??= createCopy(this.options.parent));
    setSize(copy.canvas, this.shownPx);
    canvas.remove();
    // The pixels are taken now and shown before this task ends: other screens draw in it. Only a copy of all of the canvas,
    // as it is, stays on the GPU.
    createImageBitmap(canvas).then(
      (bitmap) => (this.copy === copy ? copy.transferFromImageBitmap(bitmap) : bitmap.close()),
      // A lost context has no image; it says so itself.
      () => undefined,
    );
  }

  private dropCopy(): void {
    this.copy?.transferFromImageBitmap(null);
    this.copy?.canvas.remove();
    this.copy = null;
  }
}

function createCopy(parent: HTMLElement): Copy {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = PLACE;
  parent.append(canvas);
  return canvas.getContext('bitmaprenderer') as Copy;
}

/** Both sides: a bitmap does not change the canvas's own size, whose shape a missing side would follow. */
function setSize({ style }: HTMLCanvasElement, [widthPx, heightPx]: SizePx): void {
  const [width, height] = [`${widthPx}px`, `${heightPx}px`];
  if (style.width !== width) style.width = width;
  if (style.height !== height) style.height = height;
}
