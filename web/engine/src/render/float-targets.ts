/** Contexts whose half-float targets do not hold what is drawn into them (context-probe.ts). */
const refused = new WeakSet<WebGL2RenderingContext>();

const EXTENSIONS = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float'];

/** Whether half-float textures can be drawn into and blended. The query also enables the extension. */
export const canRenderHalfFloats = (gl: WebGL2RenderingContext): boolean =>
  !refused.has(gl) && EXTENSIONS.some((name) => gl.getExtension(name) !== null);

export const refuseHalfFloats = (gl: WebGL2RenderingContext): void => void refused.add(gl);
