/**
 * The outline of selected features. Behind other objects it is dashed and fainter.
 *
 * 1. The outlined features are drawn to a linear depth texture, from only the primitives that contain some.
 * 2. That texture is reduced to blocks: a pixel in a block without outlined features nearby costs one texel fetch.
 * 3. A pixel beside a feature belongs to the line or to its dark casing. It gets the depth of the nearest feature and is drawn
 *    twice: where it passes the depth test, and where it fails.
 *
 * The code is loaded with the first selection (late-pass.ts).
 */
import type { Mat4 } from '@overlook/shared/maths';
import { FULLSCREEN_VERTEX, createPixelTexture } from './fullscreen-pass.ts';
import { DISTANCES, LinearDepthPass, depthOfDistance } from './linear-depth-pass.ts';
import type { DrawItem } from './draw-item.ts';
import { type FeatureStyleTable, outlineTable } from './feature-style.ts';
import type { GpuContent, GpuPrimitive } from './gpu-content.ts';
import { linkProgram } from './link-program.ts';
import { scissorOf, viewportOf, withinArea } from './scissor.ts';
import type { SidePasses } from './frame-passes.ts';
import type { TilePass } from './tile-pass.ts';
import { glslFloat } from './tile-shader.ts';

/** Widths of line and line plus casing, CSS pixels (interface brief §10: 2 px in a dark casing). */
const LINE_PX = 2;
const REACH_PX = 3.5;
/** Radii of the rings of taps, CSS pixels; those up to {@link LINE_PX} belong to the line. */
const RINGS_PX = [1, LINE_PX, 2.75, REACH_PX];
/** Taps on each ring. */
const TAPS = 16;
/** #ffd27a and #0d1115. */
const LINE_COLOR = 'vec3(1.0, 0.824, 0.478)';
const CASING_COLOR = 'vec3(0.051, 0.067, 0.082)';
const CASING_OPACITY = 0.85;
/** Opacity behind other objects. */
const HIDDEN_OPACITY = 0.7;
const DASH_PX = 10;
/**
 * At the foot of an object the ground is slightly nearer than the object. Surfaces within this share of the distance do not hide
 * the outline.
 */
const DEPTH_TOLERANCE = 0.015;
/** Side of a block, device pixels. */
const BLOCK_PX = 16;

interface Blocks {
  readonly width: number;
  readonly height: number;
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
}

interface Shading {
  readonly toBlocks: WebGLProgram;
  readonly reach: WebGLUniformLocation | null;
  readonly line: WebGLProgram;
  readonly scale: WebGLUniformLocation | null;
  readonly depthOfDistance: WebGLUniformLocation | null;
  readonly isHidden: WebGLUniformLocation | null;
  /** Without attributes, so that deck.gl's vertex arrays stay unchanged. */
  readonly vertexArray: WebGLVertexArrayObject;
}

/** The outlined part of a layer for one style table. */
interface Outlined {
  /** Draws only the outlined features. */
  readonly table: FeatureStyleTable;
  /** For each content, its primitives with outlined features; null if it has none. */
  readonly parts: WeakMap<GpuContent, GpuContent | null>;
}

export class Outline extends LinearDepthPass {
  protected readonly reachPx = REACH_PX;
  private readonly outlined = new WeakMap<FeatureStyleTable, Outlined>();
  private shading: Shading | null = null;
  private blocks: Blocks | null = null;

  /** Returns the outline pass of a pass if a tile contains an outlined feature. */
  with(pass: TilePass): SidePasses {
    const { items, style, part } = pass;
    const { features } = style;
    if (!features?.outlined) return {};
    const { table, parts } = this.outlinedBy(features);
    const chosen = items.flatMap((item): DrawItem[] => {
      const gpu = item.tile.gpu.flatMap((content) => partOf(content, features, parts) ?? []);
      return gpu.length > 0 ? [{ ...item, tile: { gpu } }] : [];
    });
    if (chosen.length === 0) return {};
    const own = { ...style, features: table, lit: null, points: null, via: this };
    return { outline: { items: chosen, style: own, part } };
  }

  shade(clipFromEnuAxes: Mat4, pixelRatio: number): void {
    const { gl } = this;
    const { distance, width, height } = this.end();
    const shading = (this.shading ??= createShading(gl));
    const blocks = this.blocksFor(width, height);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.DEPTH_TEST);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, distance);
    gl.bindVertexArray(shading.vertexArray);
    this.drawBlocks(blocks, shading, Math.ceil(REACH_PX * pixelRatio));
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, blocks.texture);
    gl.useProgram(shading.line);
    gl.uniform1f(shading.scale, pixelRatio);
    gl.uniform3f(shading.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(false);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const [isHidden, depthFunc] of [gl.LEQUAL, gl.GREATER].entries()) {
      gl.depthFunc(depthFunc);
      gl.uniform1i(shading.isHidden, isHidden);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.depthFunc(gl.LEQUAL);
    gl.bindVertexArray(null);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }

  override release(): void {
    super.release();
    this.gl.deleteFramebuffer(this.blocks?.framebuffer ?? null);
    this.gl.deleteTexture(this.blocks?.texture ?? null);
    this.blocks = null;
  }

  destroy(): void {
    this.release();
    for (const program of [this.shading?.toBlocks, this.shading?.line]) this.gl.deleteProgram(program ?? null);
    this.gl.deleteVertexArray(this.shading?.vertexArray ?? null);
    this.shading = null;
  }

  private outlinedBy(features: FeatureStyleTable): Outlined {
    const known = this.outlined.get(features);
    if (known) return known;
    const outlined = { table: outlineTable(features), parts: new WeakMap<GpuContent, GpuContent | null>() };
    this.outlined.set(features, outlined);
    return outlined;
  }

  private blocksFor(pictureWidth: number, pictureHeight: number): Blocks {
    const [width, height] = [pictureWidth, pictureHeight].map((px) => Math.ceil(px / BLOCK_PX)) as [number, number];
    if (this.blocks?.width === width && this.blocks.height === height) return this.blocks;
    const { gl } = this;
    const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    gl.deleteFramebuffer(this.blocks?.framebuffer ?? null);
    gl.deleteTexture(this.blocks?.texture ?? null);
    const texture = createPixelTexture(gl, gl.R8UI, width, height);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
    this.blocks = { width, height, texture, framebuffer };
    return this.blocks;
  }

  /** Marks the blocks that are within reach of an outlined feature. */
  private drawBlocks({ framebuffer, width, height }: Blocks, { toBlocks, reach }: Shading, reachPx: number): void {
    const { gl } = this;
    const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const viewport = viewportOf(gl);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
    gl.useProgram(toBlocks);
    gl.uniform1i(reach, reachPx);
    const drawAll = () => gl.drawArrays(gl.TRIANGLES, 0, 3);
    if (scissorOf(gl)) withinArea(gl, [0, 0, width, height], drawAll);
    else drawAll();
    gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
    gl.viewport(...viewport);
  }
}

/** Returns the primitives of a content that have outlined features; null if there are none. */
function partOf(content: GpuContent, features: FeatureStyleTable, parts: Outlined['parts']): GpuContent | null {
  const known = parts.get(content);
  if (known !== undefined) return known;
  const primitives = content.primitives.filter((primitive) => hasAny(primitive, features.outlined!));
  const part = primitives.length > 0 ? { ...content, primitives } : null;
  parts.set(content, part);
  return part;
}

function hasAny({ features, instanceFeatureIds }: GpuPrimitive, runs: ArrayLike<number>): boolean {
  for (const ids of [features, instanceFeatureIds]) {
    if (ids) for (const id of ids) if (isInRuns(id, runs)) return true;
  }
  return false;
}

function isInRuns(id: number, runs: ArrayLike<number>): boolean {
  for (let i = 0; i < runs.length; i += 2) if (id >= runs[i]! && id <= runs[i + 1]!) return true;
  return false;
}

function createShading(gl: WebGL2RenderingContext): Shading {
  const toBlocks = linkProgram(gl, 'Shader of blocks', FULLSCREEN_VERTEX, TO_BLOCKS);
  const line = linkProgram(gl, 'Outline shader', FULLSCREEN_VERTEX, LINE);
  gl.useProgram(line);
  gl.uniform1i(gl.getUniformLocation(line, 'blocks'), 1);
  const at = (name: string) => gl.getUniformLocation(line, name);
  return {
    toBlocks,
    reach: gl.getUniformLocation(toBlocks, 'reach'),
    line,
    scale: at('scale'),
    depthOfDistance: at('depthOfDistance'),
    isHidden: at('isHidden'),
    vertexArray: gl.createVertexArray(),
  };
}

const HEAD = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D distances;

uint distanceBitsAt(ivec2 at) {
  return texelFetch(distances, clamp(at, ivec2(0), textureSize(distances, 0) - 1), 0).r;
}
`;

const TO_BLOCKS = /* glsl */ `${HEAD}
uniform int reach;
out uint isNear;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * ${BLOCK_PX} - reach;
  int side = ${BLOCK_PX} + 2 * reach;
  uint found = 0u;
  for (int y = 0; y < side; y++) for (int x = 0; x < side; x++) found |= distanceBitsAt(first + ivec2(x, y));
  isNear = min(found, 1u);
}
`;

const LINE = /* glsl */ `${HEAD}
uniform usampler2D blocks;
// Device pixels per CSS pixel.
uniform float scale;
${DISTANCES}// Draws the part behind other objects, or the visible part.
uniform bool isHidden;
out vec4 fragColor;

const float RINGS[${RINGS_PX.length}] = float[](${RINGS_PX.map(glslFloat).join(', ')});
const float TURN = ${glslFloat((2 * Math.PI) / TAPS)};

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  if (texelFetch(blocks, here / ${BLOCK_PX}, 0).r == 0u || distanceBitsAt(here) != 0u) discard;
  bool isLine = true;
  // The bits of positive floats have the order of their values.
  uint nearest = 0xffffffffu;
  for (int ring = 0; ring < ${RINGS_PX.length} && nearest == 0xffffffffu; ring++) {
    isLine = RINGS[ring] <= ${glslFloat(LINE_PX)};
    for (int i = 0; i < ${TAPS}; i++) {
      float angle = TURN * float(i);
      uint bits = distanceBitsAt(here + ivec2(round(RINGS[ring] * scale * vec2(cos(angle), sin(angle)))));
      if (bits != 0u) nearest = min(nearest, bits);
    }
  }
  bool isGap = isHidden && fract((gl_FragCoord.x + gl_FragCoord.y) / (${glslFloat(DASH_PX)} * scale)) > 0.5;
  if (nearest == 0xffffffffu || isGap) discard;
  float opacity = (isLine ? 1.0 : ${glslFloat(CASING_OPACITY)}) * (isHidden ? ${glslFloat(HIDDEN_OPACITY)} : 1.0);
  fragColor = vec4((isLine ? ${LINE_COLOR} : ${CASING_COLOR}) * opacity, opacity);
  gl_FragDepth = depthAt(nearer(uintBitsToFloat(nearest), ${glslFloat(DEPTH_TOLERANCE)}));
}
`;
