/**
 * Dark edges, which make shapes readable in layers without pictures of their own.
 *
 * 1. The surfaces of the layer are drawn once more, to a picture of distances and feature ids.
 * 2. On a plane the reciprocal of the distance is linear over the picture. Where two neighbours across a pixel differ from
 *    that, there is an edge: a pixel behind them lies beside a silhouette or in an inner corner, one a little in front of
 *    them on an outer corner. Silhouettes are drawn on what is behind, so that thin pipes keep their colour.
 * 3. Where two features meet, the pixel that is farther away has the edge.
 *
 * The result is laid over the picture at the depth of the surface, so that what is in front of it stays as it is. The code is
 * loaded when edges are drawn first (late-pass.ts). A drawing for print has the edges alone, black on white: hidden ones and
 * see-through features are left out.
 */
import { COVERING_VERTEX, drawCovering } from './covering.ts';
import { DistancePass, depthOfDistance } from './distance-pass.ts';
import { hasSurfaces } from './draw-item.ts';
import { type FeatureStyleTable, STYLES_PER_ROW } from './feature-style.ts';
import { linkProgram } from './programs.ts';
import { viewportOf } from './scissor.ts';
import type { TilePass } from './tile-pass.ts';

const COLOR = 'vec3(0.02, 0.03, 0.04)';
/** How dark a whole edge is. */
const OPACITY = 0.6;
/** Tangent of the turn between the two sides of a corner at which its edge begins, and is whole. */
const TURN = [0.35, 0.8] as const;
/** On the near side of a silhouette the tangents differ by more than those of a corner: none is left from the second on. */
const SILHOUETTE = [3, 5] as const;
/** Up to this part of the distance two features are equally far away. */
const SAME_DISTANCE = 0.000_01;
/** So much in front of its surface, as a part of the distance, that the surface itself does not hide the edge. */
const DEPTH_TOLERANCE = 0.001;

/** Draws all features as they are, for layers that have no styles. */
const AS_THEY_ARE: FeatureStyleTable = {
  texels: new Uint8Array(4 * STYLES_PER_ROW),
  rows: 1,
  count: 0,
  rest: Uint8Array.of(0, 0, 0, 254),
  hasGhosts: false,
  outlined: null,
};

interface Shading {
  readonly program: WebGLProgram;
  readonly offset: WebGLUniformLocation | null;
  readonly depthOfDistance: WebGLUniformLocation | null;
  readonly pixelsPerTangent: WebGLUniformLocation | null;
  readonly isDrawing: WebGLUniformLocation | null;
  readonly area: WebGLUniformLocation | null;
  /** Holds no attributes: deck.gl's own stay untouched. */
  readonly vertexArray: WebGLVertexArrayObject;
}

export class Edges extends DistancePass {
  protected readonly reachPx = 1;
  private shading: Shading | null = null;

  constructor(
    gl: WebGL2RenderingContext,
    private readonly mode: 'on' | 'drawing',
  ) {
    super(gl);
  }

  /** A pass, and what draws its edges where it has some; of a drawing, its paper with edges and then its points. */
  with(pass: TilePass): TilePass[] {
    const { items, style, part } = pass;
    const surfaces = style.edges === this.mode ? items.filter(hasSurfaces) : [];
    if (surfaces.length === 0) return [pass];
    const { features } = style;
    const edged = { ...style, features: features ?? AS_THEY_ARE, lit: null, points: null, via: this };
    const own = { items: surfaces, style: edged, part };
    if (this.mode === 'on') return [pass, own];
    const clouds = items.filter((item) => !hasSurfaces(item));
    return clouds.length > 0 ? [own, { ...pass, items: clouds }] : [own];
  }

  shade(clipFromEnuAxes: ArrayLike<number>, pixelRatio: number): void {
    const { gl } = this;
    const { distance, color: ids } = this.end();
    const shading = (this.shading ??= createShading(gl));
    const tangentsToHeight = Math.hypot(clipFromEnuAxes[1]!, clipFromEnuAxes[5]!, clipFromEnuAxes[9]!) / 2;
    const viewport = viewportOf(gl);
    gl.useProgram(shading.program);
    gl.uniform1i(shading.offset, Math.max(1, Math.round(pixelRatio)));
    gl.uniform2f(shading.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
    gl.uniform4i(shading.area, ...viewport);
    gl.uniform1f(shading.pixelsPerTangent, tangentsToHeight * viewport[3]);
    const isDrawing = this.mode === 'drawing';
    gl.uniform1i(shading.isDrawing, isDrawing ? 1 : 0);
    gl.disable(gl.CULL_FACE);
    // Paper is opaque, and what is drawn after it lies in depth with the surfaces.
    gl.depthMask(isDrawing);
    if (!isDrawing) gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    drawCovering(gl, shading.vertexArray, [distance, ids]);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
  }

  destroy(): void {
    this.release();
    this.gl.deleteProgram(this.shading?.program ?? null);
    this.gl.deleteVertexArray(this.shading?.vertexArray ?? null);
    this.shading = null;
  }
}

function createShading(gl: WebGL2RenderingContext): Shading {
  const program = linkProgram(gl, 'Shader of edges', COVERING_VERTEX, FRAGMENT);
  gl.useProgram(program);
  const at = (name: string) => gl.getUniformLocation(program, name);
  gl.uniform1i(at('distances'), 0);
  gl.uniform1i(at('ids'), 1);
  return {
    program,
    offset: at('offset'),
    depthOfDistance: at('depthOfDistance'),
    pixelsPerTangent: at('pixelsPerTangent'),
    isDrawing: at('isDrawing'),
    area: at('area'),
    vertexArray: gl.createVertexArray(),
  };
}

const float = (value: number): string => value.toFixed(5);

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D distances;
uniform highp sampler2D ids;
// Device pixels from a pixel to its neighbours.
uniform int offset;
uniform vec2 depthOfDistance;
uniform float pixelsPerTangent;
// Black on white paper, which covers the view, instead of over the picture.
uniform bool isDrawing;
// Corner and size of the view in the framebuffer.
uniform ivec4 area;
out vec4 fragColor;

// 0 where nothing is, -1 outside the view.
float distanceAt(ivec2 at) {
  if (any(lessThan(at, area.xy)) || any(greaterThanEqual(at, area.xy + area.zw))) return -1.0;
  return uintBitsToFloat(texelFetch(distances, at, 0).r);
}

// How much nearer a neighbour is, as the tangent of a slope against the picture.
float slopeTo(float d, float other) {
  return ((other > 0.0 ? d / other : 0.0) - 1.0) * pixelsPerTangent / float(offset);
}

// How much of an edge the pixel is between two opposite neighbours; 0 on any plane, and along the border of the view.
float edgeBetween(float d, float a, float b) {
  if (min(a, b) < 0.0) return 0.0;
  float slopeA = slopeTo(d, a);
  float slopeB = slopeTo(d, b);
  float bend = slopeA + slopeB;
  // The flatter side tells how steep the surface is seen: far ground is uneven by more than a wall that one faces.
  float behind = bend / (1.0 + min(abs(slopeA), abs(slopeB)));
  // The tangent of the turn itself: facets of round things stay below it, however steep they are seen.
  float corner = -bend / (1.0 + max(0.0, -slopeA * slopeB));
  return max(
    smoothstep(${TURN.map(float).join(', ')}, behind),
    smoothstep(${TURN.map(float).join(', ')}, corner) * (1.0 - smoothstep(${SILHOUETTE.map(float).join(', ')}, -bend)));
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 ways[4] = ivec2[](ivec2(offset, 0), ivec2(0, offset), ivec2(-offset, 0), ivec2(0, -offset));
  float d = distanceAt(here);
  vec4 id = texelFetch(ids, here, 0);
  float others[4];
  float nearest = d;
  bool isJoint = false;
  for (int i = 0; i < 4; i++) {
    float other = distanceAt(here + ways[i]);
    others[i] = other;
    if (other <= 0.0) continue;
    // Beside the model the edge lies over what is behind it.
    if (d == 0.0) nearest = nearest == 0.0 ? other : min(nearest, other);
    // Of two pixels that are equally far away, one has the edge.
    float lead = (i < 2 ? ${float(SAME_DISTANCE)} : -${float(SAME_DISTANCE)}) * d;
    isJoint = isJoint || (d - other + lead > 0.0 && texelFetch(ids, here + ways[i], 0) != id);
  }
  float dark = d == 0.0 || isJoint
    ? 1.0
    : max(edgeBetween(d, others[0], others[2]), edgeBetween(d, others[1], others[3]));
  if (nearest == 0.0) dark = 0.0;
  if (isDrawing) {
    fragColor = vec4(vec3(1.0 - dark), 1.0);
    gl_FragDepth = nearest == 0.0 ? 1.0 : depthOfDistance.x + depthOfDistance.y / nearest;
    return;
  }
  if (dark < 0.01) discard;
  dark *= ${float(OPACITY)};
  fragColor = vec4(${COLOR} * dark, dark);
  gl_FragDepth = depthOfDistance.x + depthOfDistance.y / (nearest * ${float(1 - DEPTH_TOLERANCE)});
}
`;
