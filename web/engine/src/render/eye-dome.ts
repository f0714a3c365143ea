/**
 * Eye-dome lighting: shades a point cloud from linear depth only (Boucheny 2009).
 *
 * Each pixel of the own framebuffer is copied to the outer framebuffer and darkened by the amount that its neighbours are in
 * front of it. Neighbours are sampled in opposite pairs, so that a slanted plane is not darkened. The depth is copied too, so
 * that the depth test between points and other objects works as without this pass.
 *
 * A pixel without a point, but with points nearby in **all eight** directions, is a gap between points. It takes the colour and
 * distance of the farthest of these points, so that near objects do not grow. Beside a silhouette at least three directions have
 * no point, and in a slit the two directions along it have none, so that neither is filled.
 */
import type { Mat4 } from '@overlook/shared/maths';
import { EDL, SPLATS } from '@overlook/shared/config';
import { FullscreenPass } from './fullscreen-pass.ts';
import { DISTANCES, LinearDepthPass, depthOfDistance } from './linear-depth-pass.ts';

export class EyeDome extends LinearDepthPass {
  /** Reach of the gap search plus the largest ring around the pixel that fills the gap, along one axis. */
  protected readonly reachPx = SPLATS.gapPx + Math.max(...EDL.rings.map(({ radiusPx }) => radiusPx));
  private readonly shading = new FullscreenPass(this.gl, {
    name: 'Eye-dome shader',
    fragment: FRAGMENT,
    samplers: ['colors', 'distances'],
    uniforms: ['pixelRatio', 'depthOfDistance'],
  });

  shade(clipFromEnuAxes: Mat4, pixelRatio: number): void {
    const { gl } = this;
    const { color, distance } = this.end();
    const at = this.shading.use();
    gl.uniform1f(at.pixelRatio, pixelRatio);
    gl.uniform3f(at.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
    gl.disable(gl.CULL_FACE);
    this.shading.draw([color, distance]);
  }

  destroy(): void {
    this.release();
    this.shading.destroy();
  }
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
precision highp usampler2D;
uniform sampler2D colors;
uniform usampler2D distances;
uniform float pixelRatio; // CSS to device pixels.
${DISTANCES}out vec4 fragColor;

const int PAIRS = ${EDL.neighbours / 2};
const float TURN = 3.14159265359 / float(PAIRS);

float distanceAt(ivec2 at) {
  ivec2 last = textureSize(distances, 0) - 1;
  return uintBitsToFloat(texelFetch(distances, clamp(at, ivec2(0), last), 0).r);
}

// Returns the pixel that fills a gap, or the pixel itself if it is not in a gap.
ivec2 acrossGap(ivec2 here) {
  int most = int(round(${SPLATS.gapPx.toFixed(1)} * pixelRatio));
  ivec2 from = here;
  float farthest = 0.0;
  for (int k = 0; k < 9; k++) {
    if (k == 4) continue;
    ivec2 way = ivec2(k % 3 - 1, k / 3 - 1);
    float d = 0.0;
    for (int i = 1; i <= most && d == 0.0; i++) {
      d = distanceAt(here + i * way);
      if (d > farthest) {
        farthest = d;
        from = here + i * way;
      }
    }
    if (d == 0.0) return here;
  }
  return from;
}

float behindRing(ivec2 here, float d, float radiusPx) {
  float behind = 0.0;
  for (int i = 0; i < PAIRS; i++) {
    float angle = TURN * float(i);
    ivec2 offset = ivec2(round(radiusPx * pixelRatio * vec2(cos(angle), sin(angle))));
    float a = distanceAt(here + offset);
    float b = distanceAt(here - offset);
    // On a plane the two differences cancel.
    if (a > 0.0 && b > 0.0) behind += max(0.0, (leadOf(d, a) + leadOf(d, b)) / 2.0);
  }
  return behind / float(PAIRS);
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 from = here;
  float d = distanceAt(here);
  if (d == 0.0) {
    from = acrossGap(here);
    if (from == here) discard;
    d = distanceAt(from);
  }
  float dark = ${EDL.rings
    .map(({ radiusPx, strength }) => `${strength.toFixed(1)} * behindRing(here, d, ${radiusPx.toFixed(1)})`)
    .join(' + ')};
  vec4 color = texelFetch(colors, clamp(from, ivec2(0), textureSize(colors, 0) - 1), 0);
  fragColor = vec4(color.rgb * max(exp(-dark), ${EDL.darkest.toFixed(2)}), color.a);
  gl_FragDepth = depthAt(d);
}
`;
