/** GLSL of the light on surfaces: sun, sky and ground (view/sun-light.ts), and where the map of shadows (sun-map.ts) keeps the sun from. */

/** Display value from which on lights are pressed together, so that none is cut off (as in Khronos' neutral tone mapper). */
const COMPRESSED_FROM = '0.85';
/** Texels that a surface is moved towards the sun before it is compared, so that it has no shade of itself: facing the sun, and at a slant. */
const BIAS_TEXELS = '0.8';
const SLANT_BIAS_TEXELS = '2.2';
/** From this part of the way to the edge of the map on, shadows fade out. */
const FADES_FROM = '0.92';

/** Needs fromCamera where shadows are drawn, and CAPS of tile-fragment.ts. */
export const LIGHT_FRAGMENT = /* glsl */ `#if defined(NORMALS) || defined(FLAT_NORMALS) || defined(CAPS)
// Direction of the sun, its light, that of the sky and that of the ground.
uniform vec3 light[4];
#define SUN light[0]
#define SUN_LIGHT light[1]
#define SKY_LIGHT light[2]
#define GROUND_LIGHT light[3]
#ifdef SHADOW
uniform highp sampler2DShadow sunMap;
// Metres from the camera to the map: 0…1 across it and along the rays.
uniform mat4 sunMapFromCamera;
// Width of a texel in metres, and as a part of the map.
uniform vec2 sunMapTexel;
#endif

// Part of the sun's light that reaches a surface with this normal; facing is its product with the direction of the sun.
float sunShare(vec3 n, float facing) {
#ifdef SHADOW
  if (facing <= 0.0) return 0.0;
  float away = sunMapTexel.x * (${BIAS_TEXELS} + ${SLANT_BIAS_TEXELS} * sqrt(1.0 - min(facing * facing, 1.0)));
  vec3 at = (sunMapFromCamera * vec4(fromCamera + n * away, 1.0)).xyz;
  vec2 outward = abs(at.xy * 2.0 - 1.0);
  float fade = smoothstep(${FADES_FROM}, 1.0, max(outward.x, outward.y));
  if (fade >= 1.0 || at.z >= 1.0) return 1.0;
  // Each look is a mean of four texels by itself: together a square of four by four with soft edges.
  float sum = 0.0;
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) sum += texture(sunMap, vec3(at.xy + vec2(x, y) * sunMapTexel.y, at.z));
  }
  return mix(sum / 9.0, 1.0, fade);
#else
  return 1.0;
#endif
}

vec3 ambientOf(vec3 n) { return mix(GROUND_LIGHT, SKY_LIGHT, n.z * 0.5 + 0.5); }

// What a matte white surface sends back, as displayed; share is that of the sun.
vec3 lightOf(vec3 n, float share) {
  return pow(ambientOf(n) + SUN_LIGHT * (max(dot(n, SUN), 0.0) * share), vec3(1.0 / 2.2));
}

// Keeps hues: white highlights stay below 1, and what is darker stays as it is.
vec3 toneMapped(vec3 display) {
  float peak = max(display.r, max(display.g, display.b));
  if (peak <= ${COMPRESSED_FROM}) return display;
  const float room = 1.0 - ${COMPRESSED_FROM};
  float pressed = 1.0 - room * room / (peak + room - ${COMPRESSED_FROM});
  float white = 1.0 - 1.0 / (0.15 * (peak - pressed) + 1.0);
  return mix(display * (pressed / peak), vec3(pressed), white);
}

// A matte surface of a display colour.
vec3 litBy(vec3 display, vec3 n) { return toneMapped(display * lightOf(n, sunShare(n, dot(n, SUN)))); }
#endif
`;
