/** The WebGL renderer of the page. */
export interface Renderer {
  hasWebGl2: boolean;
  /** Renderer string of the driver; empty if the browser hides it. */
  name: string;
}

/** Creates a context to read the renderer string and releases it at once, because a page may hold only few contexts. */
export function describeRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): Renderer {
  const gl = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return { hasWebGl2: gl !== null, name };
}
