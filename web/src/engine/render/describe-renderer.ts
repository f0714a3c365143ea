/** What the page draws with. */
export interface Renderer {
  hasWebGl2: boolean;
  /** As the driver calls itself; empty where it does not say. */
  name: string;
}

/** Makes a context on a canvas and gives it back at once: a page holds only so many. */
export function describeRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): Renderer {
  const gl = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return { hasWebGl2: gl !== null, name };
}
