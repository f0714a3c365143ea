/**
 * Dark edges in screen space, which make shapes readable in layers without textures.
 *
 * 1. The surfaces of the layer are drawn again to a linear depth texture and a feature id texture.
 * 2. On a plane the reciprocal of the distance is linear in screen space (in an orthographic view the distance). If two opposite neighbours of a pixel deviate from
 *    that, the pixel is on an edge: a pixel behind its neighbours is beside a silhouette or in a concave corner, a pixel slightly
 *    in front of them is on a convex corner. Silhouettes are drawn on the background side, so that thin pipes keep their colour.
 * 3. Where two features meet, the farther pixel gets the edge.
 *
 * The edges are blended over the framebuffer at the depth of the surface, so that objects in front of the surface keep their
 * colour. The code is loaded when edges are first drawn (late-pass.ts). The drawing mode for print shows only edges, black on
 * white; it leaves out hidden features and ghosts.
 */
import type { Mat4 } from '@overlook/shared/maths';
import { FullscreenPass } from './fullscreen-pass.ts';
import { DISTANCES, LinearDepthPass, depthOfDistance } from './linear-depth-pass.ts';
import { hasSurfaces } from './draw-item.ts';
import { STYLES_PER_ROW } from './feature-pages.ts';
import type { FeatureStyleTable } from './feature-style.ts';
import { viewportOf } from './scissor.ts';
import type { SidePasses } from './frame-passes.ts';
import type { TilePass } from './tile-pass.ts';
import { glslFloat } from './tile-shader.ts';

const COLOR = 'vec3(0.02, 0.03, 0.04)';
/** Opacity of a full edge. */
const OPACITY = 0.6;
/** Tangent of the angle between the two sides of a corner: the edge begins at the first value and is full at the second. */
const TURN = [0.35, 0.8] as const;
/** At the near side of a silhouette the tangents differ more than at a corner. The convex edge fades out between these values. */
const SILHOUETTE = [3, 5] as const;
/** Two features within this share of the distance count as equally far. */
const SAME_DISTANCE = 0.000_01;
/** Offset of the edge towards the camera, as a share of the distance, so that it passes the depth test against its own surface. */
const DEPTH_TOLERANCE = 0.001;

/** Draws all features with their own colours, for layers without styles. */
const AS_THEY_ARE: FeatureStyleTable = {
  texels: new Uint8Array(4 * STYLES_PER_ROW),
  rows: 1,
  count: 0,
  rest: Uint8Array.of(0, 0, 0, 254),
  hasGhosts: false,
  outlined: null,
};

export class Edges extends LinearDepthPass {
  protected readonly reachPx = 1;
  private readonly shading = new FullscreenPass(this.gl, {
    name: 'Shader of edges',
    fragment: FRAGMENT,
    samplers: ['distances', 'ids'],
    uniforms: ['offset', 'depthOfDistance', 'pixelsPerTangent', 'isDrawing', 'area'],
  });

  constructor(
    gl: WebGL2RenderingContext,
    private readonly mode: 'on' | 'drawing',
  ) {
    super(gl);
  }

  /**
   * Returns the edge pass of a pass that has surfaces. In drawing mode: the edge pass with its paper, and the points in place of
   * the surfaces.
   */
  with(pass: TilePass): SidePasses {
    const { items, style, part } = pass;
    const surfaces = style.edges === this.mode ? items.filter(hasSurfaces) : [];
    if (surfaces.length === 0) return {};
    const { features } = style;
    const edged = { ...style, features: features ?? AS_THEY_ARE, lit: null, points: null, via: this };
    const own = { items: surfaces, style: edged, part };
    if (this.mode === 'on') return { edges: own };
    const clouds = items.filter((item) => !hasSurfaces(item));
    if (clouds.length > 0) return { drawing: own, surfaces: { ...pass, items: clouds } };
    return { drawing: pass.onDrawn ? { ...own, onDrawn: pass.onDrawn } : own, surfaces: null };
  }

  shade(clipFromEnuAxes: Mat4, pixelRatio: number): void {
    const { gl } = this;
    const { distance, color: ids } = this.end();
    const tangentsToHeight = Math.hypot(clipFromEnuAxes[1], clipFromEnuAxes[5], clipFromEnuAxes[9]) / 2;
    const viewport = viewportOf(gl);
    const at = this.shading.use();
    gl.uniform1i(at.offset, Math.max(1, Math.round(pixelRatio)));
    const depths = depthOfDistance(clipFromEnuAxes);
    gl.uniform3f(at.depthOfDistance, ...depths);
    gl.uniform4i(at.area, ...viewport);
    gl.uniform1f(at.pixelsPerTangent, tangentsToHeight * viewport[3] * (depths[2] || 1));
    const isDrawing = this.mode === 'drawing';
    gl.uniform1i(at.isDrawing, isDrawing ? 1 : 0);
    gl.disable(gl.CULL_FACE);
    // The paper is opaque and writes depth, so that later draws are tested against the surfaces.
    gl.depthMask(isDrawing);
    if (!isDrawing) gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.shading.draw([distance, ids]);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
  }

  destroy(): void {
    this.release();
    this.shading.destroy();
  }
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D distances;
uniform highp sampler2D ids;
// Device pixels from a pixel to its neighbours.
uniform int offset;
${DISTANCES}uniform float pixelsPerTangent;
// Draws black edges on white paper over the whole viewport.
uniform bool isDrawing;
// Corner and size of the viewport in the framebuffer.
uniform ivec4 area;
out vec4 fragColor;

// Distance along the view axis; 0 for the background, -1 outside the viewport.
float distanceAt(ivec2 at) {
  if (any(lessThan(at, area.xy)) || any(greaterThanEqual(at, area.xy + area.zw))) return -1.0;
  return uintBitsToFloat(texelFetch(distances, at, 0).r);
}

// Tangent of the slope from the pixel to a neighbour, relative to the image plane.
float slopeTo(float d, float other) {
  return (other > 0.0 ? leadOf(d, other) : -1.0) * pixelsPerTangent / float(offset);
}

// Edge strength (0…1) between two opposite neighbours; 0 on a plane and at the border of the viewport.
float edgeBetween(float d, float a, float b) {
  if (min(a, b) < 0.0) return 0.0;
  float slopeA = slopeTo(d, a);
  float slopeB = slopeTo(d, b);
  float bend = slopeA + slopeB;
  // The flatter side gives the slope of the surface: distant ground may vary more than a wall that faces the camera.
  float behind = bend / (1.0 + min(abs(slopeA), abs(slopeB)));
  // Tangent of the corner angle; facets of round objects stay below the threshold at any view angle.
  float corner = -bend / (1.0 + max(0.0, -slopeA * slopeB));
  return max(
    smoothstep(${TURN.map(glslFloat).join(', ')}, behind),
    smoothstep(${TURN.map(glslFloat).join(', ')}, corner) * (1.0 - smoothstep(${SILHOUETTE.map(glslFloat).join(', ')}, -bend)));
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
    // Background pixels beside the model get the depth of the nearest neighbour.
    if (d == 0.0) nearest = nearest == 0.0 ? other : min(nearest, other);
    // Only one of two equally distant pixels gets the edge.
    float lead = i < 2 ? -${glslFloat(SAME_DISTANCE)} : ${glslFloat(SAME_DISTANCE)};
    isJoint = isJoint || (nearer(d, lead) - other > 0.0 && texelFetch(ids, here + ways[i], 0) != id);
  }
  float dark = d == 0.0 || isJoint
    ? 1.0
    : max(edgeBetween(d, others[0], others[2]), edgeBetween(d, others[1], others[3]));
  if (nearest == 0.0) dark = 0.0;
  if (isDrawing) {
    fragColor = vec4(vec3(1.0 - dark), 1.0);
    gl_FragDepth = nearest == 0.0 ? 1.0 : depthAt(nearest);
    return;
  }
  if (dark < 0.01) discard;
  dark *= ${glslFloat(OPACITY)};
  fragColor = vec4(${COLOR} * dark, dark);
  gl_FragDepth = depthAt(nearer(nearest, ${glslFloat(DEPTH_TOLERANCE)}));
}
`;
