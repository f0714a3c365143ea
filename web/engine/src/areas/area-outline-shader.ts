/** Shaders of the edges of areas: a segment as a strip that faces the viewer. */
import { HIDDEN_ALPHA } from '../overlays/mark-styles.ts';

const BLOCK = /* glsl */ `
layout(std140) uniform areaOutlineUniforms {
  float liftZ;
  float nearW;
  float hiddenPart;
} areaOutline;
`;

export const areaOutlineModule = {
  name: 'areaOutline',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: { liftZ: 'f32', nearW: 'f32', hiddenPart: 'f32' },
} as const;

export const AREA_OUTLINE_VERTEX = /* glsl */ `#version 300 es
#define SHADER_NAME area-outline-vertex
// Along the segment 0 or 1, across it −1 or 1.
in vec2 positions;
in vec3 instanceStarts;
in vec3 instanceStarts64Low;
in vec3 instanceEnds;
in vec3 instanceEnds64Low;
in vec4 instanceColors;
// Width in CSS pixels, metres of dash and gap, 1 for a casing.
in vec4 instanceStyles;
out vec4 outline_color;
out float outline_acrossPx;
flat out float outline_halfPx;
out float outline_metres;
flat out vec2 outline_dash;

void main() {
  vec4 startCommon;
  vec4 endCommon;
  vec4 start = project_position_to_clipspace(instanceStarts, instanceStarts64Low, vec3(0.0), startCommon);
  vec4 end = project_position_to_clipspace(instanceEnds, instanceEnds64Low, vec3(0.0), endCommon);
  bool isBehind = start.w < areaOutline.nearW && end.w < areaOutline.nearW;
  if (isBehind || (areaOutline.hiddenPart > 0.5 && instanceStyles.w > 0.5)) {
    gl_Position = vec4(0.0);
    return;
  }
  // Only what is before the camera has a place on the screen.
  float toNear = (areaOutline.nearW - start.w) / (end.w - start.w);
  float from = start.w < areaOutline.nearW ? toNear : 0.0;
  float to = end.w < areaOutline.nearW ? toNear : 1.0;
  vec4 near = mix(start, end, from);
  vec4 far = mix(start, end, to);
  vec2 halfView = project.viewportSize / 2.0;
  vec2 way = (far.xy / far.w - near.xy / near.w) * halfView;
  float lengthPx = length(way);
  vec2 along = lengthPx > 0.0 ? way / lengthPx : vec2(1.0, 0.0);
  outline_halfPx = instanceStyles.x * project.devicePixelRatio / 2.0;
  // Half a pixel more on each side, for the soft edge.
  float reachPx = outline_halfPx + 0.5;
  outline_acrossPx = positions.y * reachPx;
  vec2 offsetPx = vec2(-along.y, along.x) * outline_acrossPx + along * (2.0 * positions.x - 1.0) * outline_halfPx;

  vec4 place = positions.x < 0.5 ? near : far;
  float share = mix(from, to, positions.x);
  geometry.worldPosition = instanceStarts;
  geometry.position = mix(startCommon, endCommon, share);
  outline_metres = share * distance(instanceStarts, instanceEnds);
  outline_dash = instanceStyles.yz;
  outline_color = instanceColors;
  DECKGL_FILTER_GL_POSITION(place, geometry);
  gl_Position = place + vec4(offsetPx / halfView * place.w, areaOutline.liftZ, 0.0);
}
`;

export const AREA_OUTLINE_FRAGMENT = /* glsl */ `#version 300 es
#define SHADER_NAME area-outline-fragment
precision highp float;
in vec4 outline_color;
in float outline_acrossPx;
flat in float outline_halfPx;
in float outline_metres;
flat in vec2 outline_dash;
out vec4 fragColor;

// Dashes shorter than this many pixels would flicker: the line becomes as faint as they are on average.
const float FINEST_PX = 3.0;

void main() {
  float alpha = clamp(outline_halfPx + 0.5 - abs(outline_acrossPx), 0.0, 1.0);
  float period = outline_dash.x + outline_dash.y;
  float metresPerPx = fwidth(outline_metres);
  if (period > 0.0) {
    float isFine = step(period, FINEST_PX * metresPerPx);
    float isDash = step(mod(outline_metres, period), outline_dash.x);
    alpha *= mix(isDash, outline_dash.x / period, isFine);
  }
  if (areaOutline.hiddenPart > 0.5) alpha *= ${HIDDEN_ALPHA.toFixed(2)};
  if (alpha < 0.004) discard;
  fragColor = vec4(outline_color.rgb, alpha * outline_color.a * layer.opacity);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;
