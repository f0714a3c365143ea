/**
 * Ambient occlusion in screen space: darkens surfaces near other surfaces, so that layers without textures show depth.
 *
 * 1. The surfaces of the layer are drawn again to a linear depth texture.
 * 2. At each pixel, {@link TAPS} samples around it are reconstructed from the depth. A sample occludes more of the sky the higher
 *    it lies above the surface (McGuire et al., 2011, "The Alchemy screen-space ambient obscurance algorithm"). The radius is
 *    that of a step in the plant, with bounds in pixels. On a plane the occlusion is 0 at any view angle.
 * 3. The framebuffer is multiplied by 1 − occlusion at the depth of the surface, so that objects in front of the surface keep
 *    their colour.
 *
 * All pixels use the same sample offsets: the result has no noise and needs no blur.
 */
import type { Mat4 } from '@overlook/shared/maths';
import { FullscreenPass } from './fullscreen-pass.ts';
import { DISTANCES, LinearDepthPass, depthOfDistance } from './linear-depth-pass.ts';
import { hasSurfaces } from './draw-item.ts';
import { viewportOf } from './scissor.ts';
import type { SidePasses } from './frame-passes.ts';
import type { TilePass } from './tile-pass.ts';
import { glslFloat } from './tile-shader.ts';

/** Sample radius in metres, and its bounds in CSS pixels. */
const RADIUS_M = 1.2;
const RADIUS_PX = [5, 40] as const;
const TAPS = 20;
/** Darkening at full occlusion, and the factor from occlusion to darkening. */
const DARKEST = 0.45;
const STRENGTH = 2.2;
/** Sine of the elevation above the surface below which a sample does not occlude. The facets of round objects lie below it. */
const LEVEL = 0.12;
/**
 * Offset of the shading towards the camera, as a share of the distance, so that it passes the depth test against its own surface.
 */
const DEPTH_TOLERANCE = 0.001;

export class AmbientOcclusion extends LinearDepthPass {
  protected readonly reachPx = RADIUS_PX[1];
  private readonly shading = new FullscreenPass(this.gl, {
    name: 'Shader of ambient occlusion',
    fragment: FRAGMENT,
    samplers: ['distances'],
    uniforms: ['pixelRatio', 'depthOfDistance', 'pixelsPerTangent', 'area'],
  });

  /** Returns the occlusion pass of a pass if the style asks for one and the pass has surfaces. */
  with(pass: TilePass): SidePasses {
    const { items, style, part } = pass;
    const surfaces = style.isOccluded ? items.filter(hasSurfaces) : [];
    if (surfaces.length === 0) return {};
    return { occlusion: { items: surfaces, style: { ...style, lit: null, points: null, via: this }, part } };
  }

  shade(clipFromEnuAxes: Mat4, pixelRatio: number): void {
    const { gl } = this;
    const { distance } = this.end();
    const viewport = viewportOf(gl);
    const tangentsToHeight = Math.hypot(clipFromEnuAxes[1], clipFromEnuAxes[5], clipFromEnuAxes[9]) / 2;
    const at = this.shading.use();
    gl.uniform1f(at.pixelRatio, pixelRatio);
    gl.uniform3f(at.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
    gl.uniform4i(at.area, ...viewport);
    gl.uniform1f(at.pixelsPerTangent, tangentsToHeight * viewport[3]);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    gl.enable(gl.BLEND);
    // Multiplies the colour by the shade and keeps the alpha.
    gl.blendFuncSeparate(gl.DST_COLOR, gl.ZERO, gl.ZERO, gl.ONE);
    this.shading.draw([distance]);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
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
uniform float pixelRatio; // CSS to device pixels.
${DISTANCES}uniform float pixelsPerTangent;
// Corner and size of the viewport in the framebuffer.
uniform ivec4 area;
out vec4 fragColor;

const float GOLDEN_ANGLE = 2.39996323;

// Distance along the view axis; 0 for the background and outside the viewport.
float distanceAt(ivec2 at) {
  if (any(lessThan(at, area.xy)) || any(greaterThanEqual(at, area.xy + area.zw))) return 0.0;
  return uintBitsToFloat(texelFetch(distances, at, 0).r);
}

bool isOrtho() { return depthOfDistance.z > 0.0; }

// Device pixels of a metre across the view.
float pixelsPerMetre(float d) { return isOrtho() ? pixelsPerTangent : pixelsPerTangent / d; }

// View space: right, up and forward, in metres from the camera.
vec3 pointAt(ivec2 at, float d) {
  return vec3((vec2(at - area.xy) + 0.5 - 0.5 * vec2(area.zw)) / pixelsPerMetre(d), d);
}

// Derivative of the position along one axis: the one-sided difference with the smaller change of depth.
vec3 stepAlong(ivec2 here, vec3 p, ivec2 way) {
  float before = distanceAt(here - way);
  float after = distanceAt(here + way);
  bool isAfter = before == 0.0 || (after > 0.0 && abs(after - p.z) < abs(before - p.z));
  if (isAfter && after == 0.0) return vec3(vec2(way), 0.0);
  return isAfter ? pointAt(here + way, after) - p : p - pointAt(here - way, before);
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float d = distanceAt(here);
  if (d == 0.0) discard;
  vec3 p = pointAt(here, d);
  vec3 normal = normalize(cross(stepAlong(here, p, ivec2(0, 1)), stepAlong(here, p, ivec2(1, 0))));
  if (dot(normal, isOrtho() ? vec3(0.0, 0.0, 1.0) : p) > 0.0) normal = -normal;
  float radiusPx = clamp(${glslFloat(RADIUS_M)} * pixelsPerMetre(d), ${RADIUS_PX.map((px) => `${glslFloat(px)} * pixelRatio`).join(', ')});
  float radius = radiusPx / pixelsPerMetre(d);
  float hidden = 0.0;
  for (int i = 0; i < ${TAPS}; i++) {
    float share = (float(i) + 0.5) / ${glslFloat(TAPS)};
    float angle = float(i) * GOLDEN_ANGLE;
    ivec2 at = here + ivec2(round(radiusPx * sqrt(share) * vec2(cos(angle), sin(angle))));
    float other = distanceAt(at);
    if (other == 0.0 || at == here) continue;
    vec3 way = pointAt(at, other) - p;
    float far = length(way);
    float height = dot(way, normal) / far;
    float near = 1.0 - clamp(far / (2.0 * radius), 0.0, 1.0);
    hidden += max(0.0, height - ${glslFloat(LEVEL)}) * near;
  }
  float dark = min(1.0, hidden * ${glslFloat(STRENGTH / TAPS)}) * ${glslFloat(1 - DARKEST)};
  if (dark < 0.004) discard;
  fragColor = vec4(vec3(1.0 - dark), 1.0);
  gl_FragDepth = depthAt(nearer(d, ${glslFloat(DEPTH_TOLERANCE)}));
}
`;
