/** Largest number of tile levels of a panorama: the finest is then 2,048 × 2⁷ pixels wide. */
export const LEVELS_MOST = 8;

export const PANORAMA_VERTEX = /* glsl */ `#version 300 es
out vec2 ndc;
void main() {
  ndc = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(ndc, 0.0, 1.0);
}`;

/**
 * Each pixel computes its own direction on the sphere, so that the projection is correct at every field of view. It samples the
 * finest loaded tile up to the requested level, else the whole picture. \`slots\` holds the texture layer of each tile plus one,
 * or 0, level below level.
 */
export const PANORAMA_FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
precision highp sampler2DArray;
precision highp usampler2D;
const float PI = 3.141592653589793;
uniform mat3 photoFromLook;
uniform vec2 tangents;
// Area of the picture on the whole sphere, as shares of it: left, top, width, height.
uniform vec4 crop;
uniform sampler2D whole;
uniform sampler2DArray tiles;
uniform usampler2D slots;
uniform int level;
// For each level: width and height in tiles, first row in slots.
uniform vec3 levels[${LEVELS_MOST}];
uniform float tilePx;
in vec2 ndc;
out vec4 color;

vec3 colorAt(vec2 uv) {
  for (int i = level; i >= 0; i--) {
    vec2 place = uv * levels[i].xy;
    uint slot = texelFetch(slots, ivec2(place) + ivec2(0, int(levels[i].z)), 0).r;
    if (slot == 0u) continue;
    // The tiles of the last column and row may be smaller; outside them the texture layer has old content.
    vec2 sizePx = min(vec2(1.0), levels[i].xy - floor(place)) * tilePx;
    vec2 inTile = clamp(fract(place) * tilePx, vec2(0.5), sizePx - 0.5) / tilePx;
    return texture(tiles, vec3(inTile, float(slot - 1u))).rgb;
  }
  return textureLod(whole, uv, 0.0).rgb;
}

void main() {
  vec3 ray = photoFromLook * normalize(vec3(ndc * tangents, 1.0));
  vec2 sphere = vec2(atan(ray.x, ray.z) / (2.0 * PI) + 0.5, 0.5 - asin(clamp(ray.y, -1.0, 1.0)) / PI);
  vec2 uv = (sphere - crop.xy) / crop.zw;
  bool isInside = all(greaterThanEqual(uv, vec2(0.0))) && all(lessThan(uv, vec2(1.0)));
  color = vec4(isInside ? colorAt(uv) : vec3(0.043, 0.055, 0.071), 1.0);
}`;
