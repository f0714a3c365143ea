/** Shows the image of one screen, drawn by the context of the page. */
import type { PixelArea } from '../view/swipe.ts';
import type { WebGLDevice } from '@luma.gl/webgl';

export interface Surface {
  /** Call it before a draw or pick: size of the screen in CSS pixels, and device pixels per CSS pixel. */
  begin(widthPx: number, heightPx: number, pixelRatio: number): void;
  /** Area of the image in the framebuffer: device pixels from the lower left. */
  readonly area: PixelArea;
  /** Presents the image drawn since {@link begin}. */
  present(): void;
  /** A copy of the image that was drawn in this task, cropped to the screen. */
  picture(): HTMLCanvasElement;
  destroy(): void;
}

export interface SurfaceOptions {
  /** Clips the image to the screen. */
  readonly parent: HTMLElement;
  /** Largest ratio of device pixels per CSS pixel. */
  readonly fullPixelRatio: number;
  /** Draws and presents the screen in this task. */
  redraw(): void;
}

type SizePx = readonly [width: number, height: number];

/** A canvas that presents a bitmap without drawing it. */
type Copy = ImageBitmapRenderingContext & { readonly canvas: HTMLCanvasElement };

/** Style of a canvas in its screen. */
export const PLACE = 'position:absolute;left:0;top:0';

/** The context whose image the screens show (page-context.ts). */
interface SurfaceContext {
  readonly device: WebGLDevice;
  readonly gl: WebGL2RenderingContext;
  readonly canvas: HTMLCanvasElement;
  /** A single screen shows it. */
  readonly isForOne: boolean;
  /** Makes the canvas as large as the largest screen needs. Returns its size, device pixels. */
  fit(): SizePx;
  detach(surface: ScreenSurface): void;
}

export class ScreenSurface implements Surface {
  /** Size of the canvas that the screen needs, device pixels. */
  neededPx: SizePx = [1, 1];
  /** Size of the image, device pixels. */
  private drawnPx: SizePx = [1, 1];
  /** Size of the whole canvas in CSS pixels; the image is a corner of it. */
  private shownPx: SizePx = [1, 1];
  private copy: Copy | null = null;

  constructor(
    private readonly context: SurfaceContext,
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
    // At the full ratio: otherwise each step of the governor would wait for the GPU.
    const ratio = Math.max(pixelRatio, this.options.fullPixelRatio);
    this.neededPx = [Math.floor(widthPx * ratio), Math.floor(heightPx * ratio)];
    const [width, height] = this.context.fit();
    const cssPerDevice = widthPx / this.drawnPx[0];
    this.shownPx = [width * cssPerDevice, height * cssPerDevice];
    // deck.gl reads the device pixel ratio from here.
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
    // The pixels are copied and presented before the end of this task, because other screens draw to the same canvas. Only an
    // unscaled copy of the whole canvas stays on the GPU.
    createImageBitmap(canvas).then(
      (bitmap) => (this.copy === copy ? copy.transferFromImageBitmap(bitmap) : bitmap.close()),
      // A lost context has no image; its loss is reported elsewhere.
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

/** Both width and height: a bitmap does not change the canvas's own size, from which a missing one would be derived. */
function setSize({ style }: HTMLCanvasElement, [widthPx, heightPx]: SizePx): void {
  const [width, height] = [`${widthPx}px`, `${heightPx}px`];
  if (style.width !== width) style.width = width;
  if (style.height !== height) style.height = height;
}
