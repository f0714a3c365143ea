/** GLSL of the tiles: fragment shader (tile-shader.ts has the vertex shader). */
import { MAX_SECTION_PLANES } from '../geometry/half-spaces.ts';
import { HAZE_COLOR, HAZE_FULL_DEG, HAZE_NONE_DEG, HAZE_POWER } from '../view/haze.ts';
import { FEW_CUT_BOXES, MAX_CUT_BOXES } from './cutouts.ts';
import { DITHER_FRAGMENT } from './dither.ts';
import { FEATURE_STYLE_FRAGMENT } from './feature-shader.ts';
import { FINISH_FRAGMENT } from './finish-shader.ts';
import { LIGHT_FRAGMENT } from './light-shader.ts';
import { ALONG_VIEW } from './point-shader.ts';
import { FeaturePass, glslFloat, SOLID_OPACITY } from './tile-shader.ts';

/** Hatching of cut faces: distance between two lines in CSS pixels along x, share of a line in it, and brightness of a line. */
export const HATCH_PX = 9;
const HATCH_LINE = 0.2;
const HATCH_DARK = 0.55;
/** Grey that is mixed into the fill of cut faces with baked light, and its share. */
const BAKED_FILL = 0.62;
const BAKED_PART = 0.8;
/** Share of white in the fill, so that cut faces of dark objects stand out. */
const CAP_WHITE = 0.15;

/** Width of the line along the silhouettes of ghosts, device pixels, and its additional opacity, as a share of that of the ghost. */
const GHOST_LINE_PX = 1.5;
const GHOST_LINE = 1.2;

export const FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
in vec4 tint;
layout(location=0) out vec4 fragColor;
#ifdef WEIGHTED
// Sum of the weights of the colours, opacity included.
layout(location=1) out float weightSum;
#endif
#ifdef DISTANCE
// Distance along the view axis, metres, as the bits of a float: integer targets need no extension.
layout(location=1) out highp uint distanceBits;
#endif
#ifdef UVS
in vec2 textureUv;
uniform float textureBias; // Mip level bias; below 0 in a still.
#endif
#ifdef TEXTURE
uniform sampler2D baseTexture;
#endif
#ifdef NEEDS_ENU
in vec3 fromCamera;
#endif
#ifdef NORMALS
in vec3 normalEnu;
#endif
#ifdef MASK
uniform float alphaCutoff;
#endif
#ifdef CUTOUTS
// Three rows for each box: half axis / its squared length, and the negated projection of the centre.
#ifdef MANY_CUTOUTS
layout(std140) uniform Cutouts { vec4 cutouts[${3 * MAX_CUT_BOXES}]; };
#else
uniform vec4 cutouts[${3 * FEW_CUT_BOXES}];
#endif
// Number of finished boxes, and number of all boxes; missing boxes follow the finished ones.
uniform ivec2 cutoutCounts;
#endif

${ALONG_VIEW}#ifdef NEEDS_ENU
// Unit vector from the camera to the fragment.
vec3 sightLine() { return sight.w > 0.0 ? sight.xyz : normalize(fromCamera); }
#endif
${DITHER_FRAGMENT}#ifdef SECTION
// Half-spaces in metres from the camera, four in a matrix, one in each column.
uniform mat4 sectionPlanes[${MAX_SECTION_PLANES / 4}];
#endif
#ifdef DIMMED
// Half-spaces of the volume that is not dimmed, in the same layout.
uniform mat4 litPlanes[${MAX_SECTION_PLANES / 4}];
// Shares of saturation and brightness that remain of the rest.
uniform vec2 dimmed;
const vec3 LUMA = vec3(0.3, 0.59, 0.11);
#endif
#if defined(SECTION) || defined(DIMMED)
bool isOutside(mat4 planes[${MAX_SECTION_PLANES / 4}]) {
  vec4 p = vec4(fromCamera, 1.0);
  return any(lessThan(min(min(p * planes[0], p * planes[1]), p * planes[2]), vec4(0.0)));
}
#endif
#ifdef FEATURES
flat in uint feature;
uniform uint featureCount;
uniform vec4 restStyle;
${FEATURE_STYLE_FRAGMENT}
// FeaturePass: the features that are drawn in this pass.
uniform int featurePass;
#endif
#ifdef BACKS
const vec3 BACK = vec3(0.24, 0.26, 0.29);
#if defined(SECTION) && !defined(TEXTURE)
#define CAPS
// Distance between the lines on cut faces, device pixels.
uniform float hatchPx;
// If a back face is seen through a plane of the section, the cut face is in front of it. Returns its normal and its distance as a
// share of the distance of the back face; 0 if there is no cut face.
vec4 capFace(float along) {
  float entered = 0.0;
  vec3 normal = vec3(0.0);
  bool isOrtho = sight.w > 0.0;
  for (int i = 0; i < ${MAX_SECTION_PLANES}; i++) {
    vec4 plane = sectionPlanes[i / 4][i % 4];
    // The camera is outside this plane. The last plane that the ray crosses has the cut face.
    float inside = dot(plane, vec4(fromCamera, 1.0));
    float facing = dot(plane.xyz, sight.xyz);
    bool isEntered = isOrtho ? facing > 0.0 : plane.w < 0.0;
    float at = isOrtho ? 1.0 - inside / max(facing * along, 1e-9) : plane.w / (plane.w - inside);
    if (!isEntered || at <= entered) continue;
    entered = at;
    normal = -plane.xyz;
  }
  return vec4(normal, entered);
}
#endif
#endif

// Camera height above ground in metres, density of the haze (0 for none), and the two distances between which it sets in.
uniform vec4 haze;
const vec3 HAZE = vec3(${HAZE_COLOR.map((value) => glslFloat(value / 255)).join(', ')});
// A surface has the haze of the ground below it (view/haze.ts).
float hazeAt(float along) {
  float belowDeg = degrees(atan(haze.x, along));
  float thin = clamp((${glslFloat(HAZE_NONE_DEG)} - belowDeg) / ${glslFloat(HAZE_NONE_DEG - HAZE_FULL_DEG)}, 0.0, 1.0);
  return haze.y * pow(thin, ${glslFloat(HAZE_POWER)}) * smoothstep(haze.z, haze.w, along);
}

${LIGHT_FRAGMENT}${FINISH_FRAGMENT}
void main() {
#ifdef DITHERED
  if (isLeftOut()) discard;
#endif
#ifdef SECTION
  if (isOutside(sectionPlanes)) discard;
#endif
#ifdef CUTOUTS
  bool isFinished = false;
  bool isMissing = false;
  for (int i = 0; i < cutoutCounts.y; i++) {
    vec3 p = vec3(
      dot(cutouts[3 * i].xyz, fromCamera) + cutouts[3 * i].w,
      dot(cutouts[3 * i + 1].xyz, fromCamera) + cutouts[3 * i + 1].w,
      dot(cutouts[3 * i + 2].xyz, fromCamera) + cutouts[3 * i + 2].w);
    if (all(lessThanEqual(abs(p), vec3(1.0)))) {
      if (i < cutoutCounts.x) isFinished = true;
      else isMissing = true;
    }
  }
  if (isFinished && !isMissing) discard;
#endif
#ifdef FEATURES
  vec4 style = feature < featureCount ? featureStyle(int(feature)) : restStyle;
  int bits = int(style.a * 255.0 + 0.5);
  int opacity = bits >> 1;
  bool isInPass = featurePass == ${FeaturePass.all} || (opacity < 127) == (featurePass == ${FeaturePass.ghosts});
  if (opacity == 0 || !isInPass) discard;
#endif
#if defined(DEPTH_ONLY) && !defined(MASK)
  return;
#endif
  vec4 color = tint;
#ifdef TEXTURE
  color *= texture(baseTexture, textureUv, textureBias);
#endif
#ifdef MASK
  if (color.a < alphaCutoff) discard;
  color.a = 1.0;
#ifdef DEPTH_ONLY
  return;
#endif
#endif
#ifdef FEATURES
  if ((bits & 1) == 1) color.rgb = style.rgb;
  color.a *= float(opacity) / 127.0;
#endif
#ifdef CAPS
  vec3 material = color.rgb;
#endif
#ifdef NORMALS
#ifdef POINTS
  // The orientation of scanned normals is not defined. A point without a normal keeps its colour.
  bool hasNormal = dot(normalEnu, normalEnu) > 0.0;
  vec3 n = hasNormal ? normalize(normalEnu) : -sightLine();
  if (hasNormal) color.rgb = litBy(color.rgb, dot(n, sightLine()) > 0.0 ? -n : n);
#else
  vec3 n = normalize(normalEnu);
  if (!gl_FrontFacing) n = -n;
#endif
#elif defined(FLAT_NORMALS)
  vec3 n = normalize(cross(dFdx(fromCamera), dFdy(fromCamera)));
  if (dot(n, sightLine()) > 0.0) n = -n;
#endif
#ifdef FINISH
  color.rgb = finished(color.rgb, n);
#elif (defined(NORMALS) && !defined(POINTS)) || defined(FLAT_NORMALS)
  color.rgb = litBy(color.rgb, n);
#endif
#if defined(FEATURES) && (defined(NORMALS) || defined(FLAT_NORMALS))
  // The opacity of ghosts rises at grazing angles, as glass does, and again in a thin line along silhouettes of curved surfaces,
  // so that their shape is readable. Perpendicular to a silhouette, half of facing / its change per pixel is the distance in pixels.
  float facing = abs(dot(n, sightLine()));
  float turn = 1.0 - facing;
  float line = 1.0 - smoothstep(0.5, 1.0, facing / max(${glslFloat(GHOST_LINE_PX)} * 2.0 * fwidth(facing), 1e-6));
  if (opacity < 127) color.a = min(0.95, color.a * (1.0 + 2.0 * turn * turn * turn + ${glslFloat(GHOST_LINE)} * line));
#endif
#ifdef BACKS
  // A share of the surface colour stays, so that objects inside are distinguishable.
  if (!gl_FrontFacing) color.rgb = mix(BACK, color.rgb, 0.15);
#endif
  float along = alongView();
#ifdef CAPS
  vec4 cap = gl_FrontFacing ? vec4(0.0) : capFace(along);
  if (cap.w > 0.0) {
#if defined(NORMALS) || defined(FLAT_NORMALS)
    // The hatch direction depends on the colour, so that neighbouring solids are distinguishable.
    float lean = fract(dot(material, vec3(3.7, 5.3, 7.1))) < 0.5 ? 1.0 : -1.0;
#else
    // Baked colours are dark inside solids and vary from place to place.
    float lean = 1.0;
    material = mix(material, vec3(${glslFloat(BAKED_FILL)}), ${glslFloat(BAKED_PART)});
#endif
    bool isLine = fract((gl_FragCoord.x + lean * gl_FragCoord.y) / hatchPx) < ${glslFloat(HATCH_LINE)};
    color.rgb = toneMapped(mix(material, vec3(1.0), ${glslFloat(CAP_WHITE)}) * lightOf(cap.xyz, 1.0)) * (isLine ? ${glslFloat(HATCH_DARK)} : 1.0);
  }
#endif
  if (haze.y > 0.0 && along > haze.z) color.rgb = mix(color.rgb, HAZE, hazeAt(along));
#ifdef DIMMED
  // Grey and dark, with enough contrast for orientation.
  if (isOutside(litPlanes)) color.rgb = mix(vec3(dot(color.rgb, LUMA)), color.rgb, dimmed.x) * dimmed.y;
#endif
#ifdef WEIGHTED
  if (color.a >= ${glslFloat(SOLID_OPACITY)}) discard;
  // 1 - depth falls with the reciprocal of the distance. The minimum keeps the weight in the range of half floats.
  weightSum = color.a * max(32.0 * (1.0 - gl_FragCoord.z), 0.125);
  fragColor = vec4(color.rgb * weightSum, color.a);
#else
  fragColor = vec4(color.rgb * color.a, color.a);
#endif
#ifdef DISTANCE
#ifdef CAPS
  if (cap.w > 0.0) along *= cap.w;
#endif
  distanceBits = floatBitsToUint(along);
#if defined(FEATURES) && !defined(POINTS)
  // Only screen-space passes draw surfaces with distances. They need the feature id instead of the colour.
  fragColor = vec4((uvec4(feature) >> uvec4(0, 8, 16, 24)) & 255u) / 255.0;
#endif
#endif
}
`;
