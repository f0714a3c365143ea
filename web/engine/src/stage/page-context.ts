/**
 * One WebGL context for all screens of a page, so that a tile is on the GPU once however many screens show it.
 *
 * A screen that is alone shows the context's canvas itself. With more of them that canvas is out of the document: each screen
 * draws its image into the upper left corner and shows a copy of the whole canvas ({@link ScreenSurface}). The canvas is
 * as large as the largest screen: a change of its size between two screens would wait for the GPU in every frame
 * (docs/decisions/0026-one-screen-draws-directly.md).
 */
import { type Device, luma } from '@luma.gl/core';
import { type WebGLDevice, webgl2Adapter } from '@luma.gl/webgl';
import { Programs } from '../render/programs.ts';
import { PLACE, ScreenSurface, type Surface, type SurfaceOptions } from './screen-surface.ts';

export class PageContext {
  readonly gl: WebGL2RenderingContext;
  readonly programs: Programs;
  private readonly surfaces = new Set<ScreenSurface>();

  private constructor(
    readonly device: WebGLDevice,
    readonly canvas: HTMLCanvasElement,
  ) {
    this.gl = device.gl;
    this.programs = new Programs(device.gl);
  }

  /** Rejects if the browser provides no WebGL 2. `onLost` is called once when the context has been lost. */
  static async create(antialias: boolean, onLost: () => void): Promise<PageContext> {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = PLACE;
    const device: Device = await luma.createDevice({
      type: 'webgl',
      adapters: [webgl2Adapter],
      debug: false,
      webgl: { antialias, alpha: true, premultipliedAlpha: true, powerPreference: 'high-performance' },
      // The name by which deck.gl picks for a view without a canvas.
      createCanvasContext: { id: 'default-canvas', canvas, autoResize: false },
      // As deck.gl does in its own context: all layers of a type share a program.
      _cacheShaders: true,
      _cachePipelines: true,
    });
    const { canvasContext } = device as WebGLDevice;
    // Each screen sets its size; an observer would set the size of the element in between screens.
    canvasContext._stopObservers();
    // deck.gl does not resize a canvas that it believes to be outside the document.
    Object.assign(canvasContext, { offscreenCanvas: canvas });
    canvas.addEventListener('webglcontextlost', onLost, { once: true });
    return new PageContext(device as WebGLDevice, canvas);
  }

  /** Adds the surface of a screen. A screen that was alone is drawn again, as a copy. */
  attach(options: SurfaceOptions): Surface {
    const surface = new ScreenSurface(this, options);
    this.surfaces.add(surface);
    for (const other of this.surfaces) if (other.isDirect) other.redraw();
    return surface;
  }

  /** The last remaining screen is drawn again, directly, unless it already is or closes as well. */
  detach(surface: ScreenSurface): void {
    this.surfaces.delete(surface);
    requestAnimationFrame(() => {
      const [alone] = this.surfaces;
      if (this.isForOne && alone!.isCopied) alone!.redraw();
    });
  }

  get isForOne(): boolean {
    return this.surfaces.size === 1;
  }

  /** Gives the canvas the size of the largest screen, device pixels. It changes when the next frame is drawn. */
  fit(): readonly [width: number, height: number] {
    const needed = [...this.surfaces].map(({ neededPx }) => neededPx);
    const width = Math.max(...needed.map(([w]) => w));
    const height = Math.max(...needed.map(([, h]) => h));
    this.device.canvasContext.setDrawingBufferSize(width, height);
    return [width, height];
  }

  destroy(): void {
    this.programs.destroy();
    this.device.destroy();
    // Browsers keep only about sixteen contexts, and release unused ones only by garbage collection.
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** Whether the screens of a page share a context. The copy of an image has been measured only in Chromium. */
export const sharesContext = (): boolean => /Chrom(e|ium)\//.test(navigator.userAgent);
