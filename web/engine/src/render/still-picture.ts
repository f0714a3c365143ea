/**
 * Temporal supersampling of a view at rest: the mean of several frames with sub-pixel camera jitter. Thin objects become
 * continuous lines, also on devices without multisampling.
 *
 * Each frame is copied from the default framebuffer, after deck.gl has drawn all layers, and the mean is drawn back to it. The
 * mean is stored as half floats, 12 bytes a pixel including the copy, and is allocated when a view first rests.
 */
import type { PixelArea } from '../view/swipe.ts';
import { canRenderHalfFloats } from './float-targets.ts';
import { FullscreenPass, createPixelTexture } from './fullscreen-pass.ts';
import { withinArea } from './scissor.ts';

interface Target {
  readonly width: number;
  readonly height: number;
  readonly framebuffer: WebGLFramebuffer;
  readonly mean: WebGLTexture;
  /** Copy of the newest frame. */
  readonly newest: WebGLTexture;
}

export class StillPicture {
  /** False if half-float textures are not renderable. */
  readonly isSupported: boolean;
  private target: Target | null = null;
  private readonly copying: FullscreenPass<'corner'>;
  /** Area of the view in the framebuffer, device pixels from the lower left. */
  private area: PixelArea = [0, 0, 0, 0];

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.copying = new FullscreenPass(gl, {
      name: 'Shader of stills',
      fragment: FRAGMENT,
      samplers: ['source'],
      uniforms: ['corner'],
    });
    this.isSupported = canRenderHalfFloats(gl);
  }

  /** Adds the frame in `area` to the mean, as sample number `sample` (from 0), and draws the mean in its place. */
  add(sample: number, area: PixelArea): void {
    const { gl } = this;
    this.area = area;
    const [x, y, width, height] = area;
    const target = this.fit(width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, target.newest);
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, x, y, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.enable(gl.BLEND);
    gl.blendColor(0, 0, 0, 1 / (sample + 1));
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    this.copy(target.newest, [0, 0, width, height]);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.show();
  }

  /** Draws the mean over the view. */
  show(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.disable(gl.BLEND);
    this.copy(target.mean, this.area);
    // deck.gl sets this state only once for all its layers.
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.DEPTH_TEST);
  }

  /** Frees the textures. The next {@link add} allocates them again. */
  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.mean);
    gl.deleteTexture(target.newest);
    this.target = null;
  }

  destroy(): void {
    this.release();
    this.copying.destroy();
  }

  private fit(width: number, height: number): Target {
    if (this.target?.width === width && this.target.height === height) return this.target;
    this.release();
    this.target = createTarget(this.gl, width, height);
    return this.target;
  }

  /** Copies a texture pixel by pixel to an area of the bound framebuffer, with the current blend state. */
  private copy(texture: WebGLTexture, area: PixelArea): void {
    const { gl } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.viewport(...area);
    gl.uniform2i(this.copying.use().corner, area[0], area[1]);
    withinArea(gl, area, () => this.copying.draw([texture]));
  }
}

function createTarget(gl: WebGL2RenderingContext, width: number, height: number): Target {
  const mean = createPixelTexture(gl, gl.RGBA16F, width, height);
  const newest = createPixelTexture(gl, gl.RGBA8, width, height);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, mean, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return { width, height, framebuffer, mean, newest };
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
uniform sampler2D source;
uniform ivec2 corner;
out vec4 fragColor;
void main() {
  fragColor = texelFetch(source, ivec2(gl_FragCoord.xy) - corner, 0);
}
`;
