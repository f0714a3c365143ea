/**
 * One WebGL context for all screens of a page, so that a tile is on the GPU once however many screens show it.
 *
 * It draws into a canvas that is never shown. Each screen draws its picture into the upper left corner and takes the whole
 * canvas over as a bitmap, which hands the pixels on without a copy; what lies beyond the screen's edges is cut off by its
 * element. The canvas is as large as the largest screen: a change of its size between two screens would wait for the GPU
 * in every frame (docs/decisions/0020-one-context.md).
 */
import { type Device, luma } from '@luma.gl/core';
import { type WebGLDevice, webgl2Adapter } from '@luma.gl/webgl';
import { Programs } from '../render/programs.ts';

/** The picture of one screen: a canvas in its element, which shows what the screen has drawn. */
export interface Surface {
  readonly canvas: HTMLCanvasElement;
  /** Call before anything is drawn or picked: CSS pixels of the screen, and CSS to device pixels. */
  begin(widthPx: number, heightPx: number, pixelRatio: number): void;
  /** Shows what has been drawn since {@link begin}. */
  present(): void;
  /** A copy of the picture, without what lies beyond the screen. */
  picture(): HTMLCanvasElement;
  destroy(): void;
}

export class PageContext {
  readonly gl: WebGL2RenderingContext;
  readonly programs: Programs;
  /** Device pixels that each screen needs. */
  private readonly sizes = new Map<Surface, readonly [width: number, height: number]>();

  private constructor(
    readonly device: WebGLDevice,
    private readonly canvas: OffscreenCanvas,
  ) {
    this.gl = device.gl;
    this.programs = new Programs(device.gl);
  }

  /** Rejects when the browser gives no WebGL 2. `onLost` hears once that the context has been lost. */
  static async create(antialias: boolean, onLost: () => void): Promise<PageContext> {
    const canvas = new OffscreenCanvas(1, 1);
    const device: Device = await luma.createDevice({
      type: 'webgl',
      adapters: [webgl2Adapter],
      debug: false,
      webgl: { antialias, alpha: true, premultipliedAlpha: true, powerPreference: 'high-performance' },
      // The name that deck.gl picks by where a view names no canvas.
      createCanvasContext: { id: 'default-canvas', canvas, autoResize: false },
      // As deck.gl makes its own: all layers of a kind share a program.
      _cacheShaders: true,
      _cachePipelines: true,
    });
    canvas.addEventListener('webglcontextlost', onLost, { once: true });
    return new PageContext(device as WebGLDevice, canvas);
  }

  /** A picture of its own in an element that cuts off what is too large. */
  attach(parent: HTMLElement, fullPixelRatio: number): Surface {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'position:absolute;left:0;top:0';
    parent.append(canvas);
    const shown = canvas.getContext('bitmaprenderer')!;
    let drawn = { width: 0, height: 0 };
    const surface: Surface = {
      canvas,
      begin: (widthPx, heightPx, pixelRatio) => {
        drawn = { width: Math.floor(widthPx * pixelRatio), height: Math.floor(heightPx * pixelRatio) };
        // At the full ratio: each step of the governor would wait for the GPU otherwise.
        const ratio = Math.max(pixelRatio, fullPixelRatio);
        this.sizes.set(surface, [Math.floor(widthPx * ratio), Math.floor(heightPx * ratio)]);
        this.resize();
        const [width, height] = this.device.canvasContext.getDrawingBufferSize();
        const cssWidth = (width * widthPx) / drawn.width;
        const cssHeight = (height * widthPx) / drawn.width;
        // deck.gl takes the ratio of CSS to device pixels from here.
        this.device.canvasContext.cssWidth = cssWidth;
        this.device.canvasContext.cssHeight = cssHeight;
        // Both sides: a bitmap does not change the canvas's own size, whose shape the missing side would follow.
        setSize(canvas, `${cssWidth}px`, `${cssHeight}px`);
      },
      present: () => shown.transferFromImageBitmap(this.canvas.transferToImageBitmap()),
      picture: () => cropped(canvas, drawn),
      destroy: () => {
        this.sizes.delete(surface);
        canvas.remove();
      },
    };
    return surface;
  }

  destroy(): void {
    this.programs.destroy();
    this.device.destroy();
    // Browsers keep only some sixteen contexts, and leave those that are unused to the garbage collector.
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  private resize(): void {
    const sizes = [...this.sizes.values()];
    const width = Math.max(...sizes.map(([w]) => w));
    const height = Math.max(...sizes.map(([, h]) => h));
    this.device.canvasContext.setDrawingBufferSize(width, height);
  }
}

/**
 * Whether the screens of a page share a context. Chromium hands a bitmap on without a copy; other browsers have not been
 * measured, and keep a context for each screen.
 */
export const sharesContext = (): boolean =>
  /Chrom(e|ium)\//.test(navigator.userAgent) && typeof OffscreenCanvas !== 'undefined';

function setSize({ style }: HTMLCanvasElement, width: string, height: string): void {
  if (style.width !== width) style.width = width;
  if (style.height !== height) style.height = height;
}

function cropped(source: HTMLCanvasElement, { width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.drawImage(source, 0, 0, width, height, 0, 0, width, height);
  return canvas;
}
