/**
 * The outline of what is selected, also where other things hide it: there it is dashed and fainter.
 *
 * 1. Only the primitives that have outlined features are drawn, of these only those features, to a picture of distances.
 * 2. That picture in blocks: where none of it is near, a pixel costs one look.
 * 3. A pixel beside the picture is part of the line or of its dark casing. It is drawn with the depth of the object next to
 *    it, once where that is in front of all else and once where it is not.
 *
 * The code is loaded with the first selection (late-pass.ts).
 */
import { COVERING_VERTEX, createPixelTexture } from './covering.ts';
import { DistancePass, depthOfDistance } from './distance-pass.ts';
import type { DrawItem } from './draw-item.ts';
import type { FeatureStyleTable } from './feature-style.ts';
import type { GpuContent, GpuPrimitive } from './gpu-content.ts';
import { linkProgram } from './programs.ts';
import { scissorOf, viewportOf, withinArea } from './scissor.ts';
import type { TilePass } from './tile-pass.ts';

/** Line and casing, CSS pixels from the object (interface brief §10: 2 px in a dark casing). */
const LINE_PX = 2;
const REACH_PX = 3.5;
/** Radii at which a pixel looks for the object, CSS pixels; up to {@link LINE_PX} they are of the line. */
const RINGS_PX = [1, LINE_PX, 2.75, REACH_PX];
/** Looks on each ring. */
const LOOKS = 16;
/** #ffd27a and #0d1115. */
const LINE_COLOR = 'vec3(1.0, 0.824, 0.478)';
const CASING_COLOR = 'vec3(0.051, 0.067, 0.082)';
const CASING_OPACITY = 0.85;
/** Where it is hidden. */
const HIDDEN_OPACITY = 0.7;
const DASH_PX = 10;
/**
 * Beside the foot of an object the ground is a little nearer than the object. Up to this part of the distance nothing counts
 * as in front of it.
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
  /** Holds no attributes: deck.gl's own stay untouched. */
  readonly vertexArray: WebGLVertexArrayObject;
}

/** What of a layer is outlined by a table of styles. */
interface Outlined {
  /** Draws the outlined features and nothing else. */
  readonly table: FeatureStyleTable;
  /** By content, its primitives that have some of them; null where none has. */
  readonly parts: WeakMap<GpuContent, GpuContent | null>;
}

export class Outline extends DistancePass {
  protected readonly reachPx = REACH_PX;
  private readonly outlined = new WeakMap<FeatureStyleTable, Outlined>();
  private shading: Shading | null = null;
  private blocks: Blocks | null = null;

  /** A pass, and what draws its outline where one of its tiles has an outlined feature. */
  with(pass: TilePass): TilePass[] {
    const { items, style, part } = pass;
    const { features } = style;
    if (!features?.outlined) return [pass];
    const { table, parts } = this.outlinedBy(features);
    const chosen = items.flatMap((item): DrawItem[] => {
      const gpu = item.tile.gpu.flatMap((content) => partOf(content, features, parts) ?? []);
      return gpu.length > 0 ? [{ ...item, tile: { gpu } }] : [];
    });
    if (chosen.length === 0) return [pass];
    return [pass, { items: chosen, style: { ...style, features: table, lit: null, points: null, via: this }, part }];
  }

  shade(clipFromEnuAxes: ArrayLike<number>, pixelRatio: number): void {
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
    gl.uniform2f(shading.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
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

  /** Where the picture is within reach of a block. */
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

/** The primitives of a content that have outlined features. */
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

/** Of a table of styles, one that draws its outlined features as solid and nothing else; hidden ones have no outline. */
export function outlineTable({ texels, rows, count, outlined }: FeatureStyleTable): FeatureStyleTable {
  const chosen = new Uint8Array(texels.length);
  for (let i = 0; i < outlined!.length; i += 2) {
    for (let id = outlined![i]!; id <= outlined![i + 1]!; id++) if (texels[4 * id + 3]! >> 1) chosen[4 * id + 3] = 254;
  }
  return { texels: chosen, rows, count, rest: new Uint8Array(4), hasGhosts: false, outlined: null };
}

function createShading(gl: WebGL2RenderingContext): Shading {
  const toBlocks = linkProgram(gl, 'Shader of blocks', COVERING_VERTEX, TO_BLOCKS);
  const line = linkProgram(gl, 'Outline shader', COVERING_VERTEX, LINE);
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

const float = (value: number): string => value.toFixed(4);

const LINE = /* glsl */ `${HEAD}
uniform usampler2D blocks;
// CSS pixels to device pixels.
uniform float scale;
uniform vec2 depthOfDistance;
// What is drawn this time: the part that other things hide, or the other part.
uniform bool isHidden;
out vec4 fragColor;

const float RINGS[${RINGS_PX.length}] = float[](${RINGS_PX.map(float).join(', ')});
const float TURN = ${float((2 * Math.PI) / LOOKS)};

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  if (texelFetch(blocks, here / ${BLOCK_PX}, 0).r == 0u || distanceBitsAt(here) != 0u) discard;
  bool isLine = true;
  // Of distances above 0 the bits are in the order of the values.
  uint nearest = 0xffffffffu;
  for (int ring = 0; ring < ${RINGS_PX.length} && nearest == 0xffffffffu; ring++) {
    isLine = RINGS[ring] <= ${float(LINE_PX)};
    for (int i = 0; i < ${LOOKS}; i++) {
      float angle = TURN * float(i);
      uint bits = distanceBitsAt(here + ivec2(round(RINGS[ring] * scale * vec2(cos(angle), sin(angle)))));
      if (bits != 0u) nearest = min(nearest, bits);
    }
  }
  bool isGap = isHidden && fract((gl_FragCoord.x + gl_FragCoord.y) / (${float(DASH_PX)} * scale)) > 0.5;
  if (nearest == 0xffffffffu || isGap) discard;
  float opacity = (isLine ? 1.0 : ${float(CASING_OPACITY)}) * (isHidden ? ${float(HIDDEN_OPACITY)} : 1.0);
  fragColor = vec4((isLine ? ${LINE_COLOR} : ${CASING_COLOR}) * opacity, opacity);
  float along = uintBitsToFloat(nearest) * ${float(1 - DEPTH_TOLERANCE)};
  gl_FragDepth = depthOfDistance.x + depthOfDistance.y / along;
}
`;
