/**
 * Weighted blended order-independent transparency (McGuire and Bavoil 2013).
 *
 * 1. The depth buffer is copied, so that opaque surfaces hide blended ones.
 * 2. Blended surfaces are drawn to two half-float targets. The first accumulates colour × opacity × weight, where the weight
 *    falls with the distance, and in its alpha the product of the transmittances. The second accumulates the weights. Sums and
 *    products do not depend on the order.
 * 3. A full-screen pass blends the mean colour over the framebuffer with the total opacity.
 *
 * Both targets use the same blend function (colours are added, alphas are multiplied), so that no extension for separate blend
 * functions is needed. If half floats are not renderable or the depth cannot be copied, the surfaces are blended far to near into
 * the framebuffer. The code is loaded with the first blended surface (late-pass.ts).
 */
import { canRenderHalfFloats } from './float-targets.ts';
import { FullscreenPass, createPixelTexture } from './fullscreen-pass.ts';
import type { SidePasses } from './frame-passes.ts';
import type { TilePass } from './tile-pass.ts';

/** Smallest transmittance of any number of ghosts in front of each other. */
const LEAST_SEEN = 0.25;

interface Target {
  readonly width: number;
  readonly height: number;
  readonly framebuffer: WebGLFramebuffer;
  readonly light: WebGLTexture;
  readonly weight: WebGLTexture;
  readonly depth: WebGLRenderbuffer;
}

export class WeightedBlend {
  private target: Target | null = null;
  /** Candidates for the depth format of the framebuffer. After the first successful copy the first entry is the right one. */
  private depthFormats: readonly ('DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24')[];
  private isTried = false;

  private readonly shading: FullscreenPass<'leastSeen'>;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.shading = new FullscreenPass(gl, {
      name: 'Shader of half-transparent surfaces',
      fragment: FRAGMENT,
      samplers: ['light', 'weight'],
      uniforms: ['leastSeen'],
    });
    this.depthFormats = canRenderHalfFloats(gl) ? ['DEPTH24_STENCIL8', 'DEPTH_COMPONENT24'] : [];
  }

  /** Returns the pass with weighted blending. */
  with(pass: TilePass): SidePasses {
    if (this.depthFormats.length === 0) return {};
    return { surfaces: { ...pass, style: { ...pass.style, blending: this } } };
  }

  /**
   * Draws the surfaces of `draw` blended over the bound framebuffer. They must use {@link Variant.Weighted}; blending is on and
   * depth writes are off. Returns false and draws nothing if the device does not support it. Changes the current program and the
   * blend function.
   */
  draw(hasGhosts: boolean, draw: () => void): boolean {
    const { gl } = this;
    // luma.gl answers from its cached state, without a wait for the GPU.
    const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const target = this.begin(outer);
    if (!target) return false;
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 1]);
    gl.clearBufferfv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.blendFuncSeparate(gl.ONE, gl.ONE, gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
    gl.uniform1f(this.shading.use().leastSeen, hasGhosts ? LEAST_SEEN : 0);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.DEPTH_TEST);
    this.shading.draw([target.light, target.weight]);
    gl.enable(gl.DEPTH_TEST);
    return true;
  }

  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.light);
    gl.deleteTexture(target.weight);
    gl.deleteRenderbuffer(target.depth);
    this.target = null;
  }

  destroy(): void {
    this.release();
    this.shading.destroy();
  }

  /** Binds the target with a copy of the depth of `outer`. Returns null if no depth format can be copied. */
  private begin(outer: WebGLFramebuffer | null): Target | null {
    for (;;) {
      const [format] = this.depthFormats;
      if (!format) return null;
      const target = this.fit(format);
      if (this.copyDepth(outer, target)) return target;
      this.release();
      this.depthFormats = this.depthFormats.slice(1);
    }
  }

  /**
   * Copies the depth. A browser does not report the depth format of a canvas and copies only between equal formats, so the first
   * copy tests the format.
   */
  private copyDepth(outer: WebGLFramebuffer | null, { framebuffer, width, height }: Target): boolean {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, outer);
    if (!this.isTried) clearErrors(gl);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.DEPTH_BUFFER_BIT, gl.NEAREST);
    const isDone = this.isTried || gl.getError() === gl.NO_ERROR;
    this.isTried ||= isDone;
    gl.bindFramebuffer(gl.FRAMEBUFFER, isDone ? framebuffer : outer);
    return isDone;
  }

  private fit(depthFormat: 'DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24'): Target {
    const { gl, target } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (target?.width === width && target.height === height) return target;
    this.release();
    this.target = createTarget(gl, width, height, depthFormat);
    return this.target;
  }
}

/** Reads each kind of GL error at most once: a lost context reports its error forever. */
function clearErrors(gl: WebGL2RenderingContext): void {
  for (let i = 0; i < 6 && gl.getError() !== gl.NO_ERROR; i++);
}

function createTarget(
  gl: WebGL2RenderingContext,
  width: number,
  height: number,
  depthFormat: 'DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24',
): Target {
  const light = createPixelTexture(gl, gl.RGBA16F, width, height);
  const weight = createPixelTexture(gl, gl.R16F, width, height);
  const depth = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl[depthFormat], width, height);
  gl.bindRenderbuffer(gl.RENDERBUFFER, null);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, light, 0);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, weight, 0);
  const attachment = depthFormat === 'DEPTH_COMPONENT24' ? gl.DEPTH_ATTACHMENT : gl.DEPTH_STENCIL_ATTACHMENT;
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, depth);
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
  return { width, height, framebuffer, light, weight, depth };
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
uniform sampler2D light;
uniform sampler2D weight;
uniform float leastSeen;
out vec4 fragColor;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec4 sum = texelFetch(light, here, 0);
  float opacity = 1.0 - sum.a;
  if (opacity <= 0.0) discard;
  // A single surface keeps its opacity; the limit takes effect with many surfaces.
  opacity *= 1.0 - leastSeen * opacity * opacity;
  fragColor = vec4(sum.rgb / max(texelFetch(weight, here, 0).r, 1e-4), 1.0) * opacity;
}
`;
