/** Shaders of the billboards: one quad each, in CSS pixels of the screen, drawn over everything else. */
import { BADGE_PX, countBadge } from './board-badges.ts';
import { ATLAS } from './board-atlas.ts';
import { BOARD } from './board-layout.ts';
import { glslFloat } from '../render/tile-shader.ts';

/** Around the frame: the tip, the casing, and the badge of a count in the corner. CSS pixels. */
const REACH_PX = 14;

export const BOARD_VERTEX = /* glsl */ `#version 300 es
#define SHADER_NAME photo-board-vertex
in vec2 positions;
// Centre and half size of the frame; the tip, the count of the group, 1 for a selected one.
in vec4 instanceFrames;
in vec4 instanceTips;
// Area of the picture in the atlas, pixels; width 0 for none.
in vec4 instancePictures;
// Scale, alpha, badge of the type, 1 for a label.
in vec4 instanceStyles;
out vec2 board_at;
flat out vec4 board_frame;
flat out vec4 board_tip;
flat out vec4 board_picture;
flat out vec4 board_style;

void main() {
  board_at = positions * (instanceFrames.zw + ${glslFloat(REACH_PX)});
  board_frame = instanceFrames;
  board_tip = instanceTips;
  board_picture = instancePictures;
  board_style = instanceStyles;
  vec2 size = project.viewportSize / project.devicePixelRatio;
  vec2 place = (instanceFrames.xy + board_at) / size * 2.0 - 1.0;
  gl_Position = vec4(place.x, -place.y, 0.0, 1.0);
}
`;

export const BOARD_FRAGMENT = /* glsl */ `#version 300 es
#define SHADER_NAME photo-board-fragment
precision highp float;
uniform sampler2D boardAtlas;
in vec2 board_at;
flat in vec4 board_frame;
flat in vec4 board_tip;
flat in vec4 board_picture;
flat in vec4 board_style;
out vec4 fragColor;

const vec3 DARK = vec3(0.051, 0.067, 0.082);
const vec3 WHITE = vec3(1.0);
const vec3 BLUE = vec3(0.180, 0.435, 0.902);
const float FRAME = ${glslFloat(BOARD.framePx)};
const float TIP = ${glslFloat(BOARD.tipPx)};
const float BADGE = ${glslFloat(BADGE_PX)};
const float BADGES_TOP = ${glslFloat(ATLAS.badgesTopPx)};
const float FIRST_COUNT = ${glslFloat(countBadge(0))};

float roundBox(vec2 at, vec2 halfSize, float radius) {
  vec2 beyond = abs(at) - halfSize + radius;
  return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
}

vec4 atlas(vec2 px) {
  return texture(boardAtlas, px / vec2(textureSize(boardAtlas, 0)));
}

vec4 over(vec4 below, vec3 color, float alpha) {
  float sum = alpha + below.a * (1.0 - alpha);
  return sum <= 0.0 ? vec4(0.0) : vec4((color * alpha + below.rgb * below.a * (1.0 - alpha)) / sum, sum);
}

// Coverage of a badge of the width \`sidePx\` at an offset from its centre.
float badgeAt(float number, vec2 at, float sidePx) {
  vec2 share = at / sidePx + 0.5;
  float isInside = step(max(abs(at.x), abs(at.y)), sidePx / 2.0);
  return atlas(vec2(number * BADGE, BADGES_TOP) + clamp(share * BADGE, 0.5, BADGE - 0.5)).a * isInside;
}

void main() {
  float soft = 0.5 * fwidth(board_at.x);
  vec2 halfSize = board_frame.zw;
  float scale = board_style.x;
  float box = roundBox(board_at, halfSize, 4.0);
  vec4 color = vec4(0.0);
  if (board_style.w > 0.5) {
    color = over(color, DARK, 0.92 * smoothstep(soft, -soft, box));
    vec2 at = clamp((board_at + halfSize) / (2.0 * halfSize), 0.0, 1.0);
    color = over(color, WHITE, atlas(board_picture.xy + at * board_picture.zw).a * step(box, 0.0));
  } else {
    // The tip is a triangle from the frame to the position of the camera.
    vec2 toTip = board_tip.xy - board_frame.xy;
    float along = sign(toTip.y) * board_at.y - halfSize.y;
    float tip = max(abs(board_at.x - toTip.x) - (TIP - along), -along - 1.0) * 0.7;
    float shape = min(box, tip);
    vec3 frame = board_tip.w > 0.5 ? BLUE : WHITE;
    color = over(color, DARK, 0.6 * smoothstep(1.25 + soft, 1.25 - soft, shape));
    color = over(color, frame, smoothstep(soft, -soft, shape));
    float inner = smoothstep(soft, -soft, roundBox(board_at, halfSize - FRAME, 2.5));
    vec2 share = clamp((board_at + halfSize - FRAME) / (2.0 * (halfSize - FRAME)), 0.0, 1.0);
    vec2 px = board_picture.xy + clamp(share * board_picture.zw, vec2(1.0), max(vec2(1.0), board_picture.zw - 1.0));
    vec3 picture = atlas(px).rgb;
    color = over(color, board_picture.z > 0.0 ? picture : vec3(0.22, 0.25, 0.29), inner);
    vec2 corner = vec2(-halfSize.x, halfSize.y) + vec2(1.0, -1.0) * (FRAME + 2.0 + 7.0 * scale);
    color = over(color, DARK, 0.88 * smoothstep(soft, -soft, roundBox(board_at - corner, vec2(7.0 * scale), 3.0)));
    color = over(color, WHITE, badgeAt(board_style.z, board_at - corner, 11.0 * scale));
    vec2 other = vec2(halfSize.x - 2.0, -halfSize.y + 2.0);
    if (board_tip.z > 1.5) {
      float disc = length(board_at - other) - 9.0;
      color = over(color, DARK, smoothstep(soft, -soft, disc));
      color = over(color, WHITE, smoothstep(soft, -soft, abs(disc + 0.75) - 0.75));
      color = over(color, WHITE, badgeAt(board_tip.z + FIRST_COUNT, board_at - other, 15.0));
    }
  }
  color.a *= board_style.y * layer.opacity;
  if (color.a < 0.004) discard;
  fragColor = color;
}
`;
