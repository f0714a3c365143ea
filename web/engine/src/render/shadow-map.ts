/**
 * Shadow map of the sun: the depth of shadow casters seen from the sun. It is redrawn only when its contents change. Surfaces
 * compare with it in light-shader.ts.
 */
import type { RenderCamera } from '../view/camera-frame.ts';
import type { SunView } from '../view/sun-view.ts';
import type { TileProgram } from './tile-program.ts';
import { scissorOf, viewportOf } from './scissor.ts';

/** Texture unit, after those of materials. */
const UNIT = 7;
const BYTES_PER_TEXEL = 4;

interface Target {
  readonly sideTexels: number;
  readonly framebuffer: WebGLFramebuffer;
  readonly depth: WebGLTexture;
}

export class ShadowMap {
  private target: Target | null = null;
  private view: SunView | null = null;
  private readonly fromCamera = new Float32Array(16);

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** GPU memory, bytes. */
  get bytes(): number {
    return this.target ? this.target.sideTexels ** 2 * BYTES_PER_TEXEL : 0;
  }

  /** Calls `draw`, which draws the shadow casters with the camera of `view`. Restores the framebuffer, viewport and scissor. */
  drawInto(view: SunView, draw: () => void): void {
    const { gl } = this;
    const { framebuffer, sideTexels } = this.fit(view.sideTexels);
    this.view = view;
    // Answered by luma.gl from its own record of the state: no wait for the GPU.
    const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const viewport = viewportOf(gl);
    const scissor = scissorOf(gl);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, sideTexels, sideTexels);
    gl.disable(gl.SCISSOR_TEST);
    gl.depthMask(true);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
    gl.viewport(...viewport);
    if (scissor) gl.enable(gl.SCISSOR_TEST);
  }

  /** Binds the map until {@link unbind}. Leaves texture unit 0 active. */
  bind(): void {
    this.bindTexture(this.target?.depth ?? null);
  }

  unbind(): void {
    this.bindTexture(null);
  }

  setUniforms(program: TileProgram, camera: RenderCamera): void {
    const { gl } = this;
    const { sideTexels, sideM, mapFrom } = this.view!;
    gl.uniform1i(program.shadowMap, UNIT);
    gl.uniformMatrix4fv(program.shadowMapFromCamera, false, mapFrom(camera, this.fromCamera));
    gl.uniform2f(program.shadowMapTexel, sideM / sideTexels, 1 / sideTexels);
  }

  /** Frees the texture. The next draw allocates it again. */
  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.depth);
    this.target = null;
  }

  private bindTexture(texture: WebGLTexture | null): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.activeTexture(gl.TEXTURE0);
  }

  private fit(sideTexels: number): Target {
    if (this.target?.sideTexels === sideTexels) return this.target;
    this.release();
    this.target = createTarget(this.gl, sideTexels);
    return this.target;
  }
}

/** Creates a depth texture with hardware comparison: a tap returns the bilinear mean of four comparisons. */
function createTarget(gl: WebGL2RenderingContext, sideTexels: number): Target {
  const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
  const depth = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, depth);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, sideTexels, sideTexels);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
  gl.bindTexture(gl.TEXTURE_2D, null);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
  gl.drawBuffers([gl.NONE]);
  gl.readBuffer(gl.NONE);
  gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
  return { sideTexels, framebuffer, depth };
}
