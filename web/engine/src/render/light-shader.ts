/** GLSL of the light on surfaces: sun, sky and ground (view/sun-light.ts), and the shadow map (shadow-map.ts). */

/** Display value from which tone mapping compresses, so that highlights do not clip (as in Khronos' PBR Neutral). */
const COMPRESSED_FROM = '0.85';
/**
 * Normal offset of a surface before the shadow comparison, in texels of the shadow map, against shadow acne: constant part, and
 * the part that grows with the angle between normal and sun.
 */
const BIAS_TEXELS = '0.8';
const SLANT_BIAS_TEXELS = '2.2';
/** Shadows fade out from this share of the half width of the shadow map to its border. */
const FADES_FROM = '0.92';

/** Needs fromCamera with SHADOW, and CAPS of tile-fragment.ts. */
export const LIGHT_FRAGMENT = /* glsl */ `#if defined(NORMALS) || defined(FLAT_NORMALS) || defined(CAPS)
// Direction to the sun; light of the sun, the sky and the ground.
uniform vec3 light[4];
#define SUN light[0]
#define SUN_LIGHT light[1]
#define SKY_LIGHT light[2]
#define GROUND_LIGHT light[3]
#ifdef SHADOW
uniform highp sampler2DShadow shadowMap;
// Camera-relative metres to shadow map coordinates: 0…1 across the map and in depth.
uniform mat4 shadowMapFromCamera;
// Width of a texel in metres and in texture coordinates.
uniform vec2 shadowMapTexel;
#endif

// Share of the sun's light that reaches a surface; facing is the dot product of its normal and the direction to the sun.
float sunShare(vec3 n, float facing) {
#ifdef SHADOW
  if (facing <= 0.0) return 0.0;
  float away = shadowMapTexel.x * (${BIAS_TEXELS} + ${SLANT_BIAS_TEXELS} * sqrt(1.0 - min(facing * facing, 1.0)));
  vec3 at = (shadowMapFromCamera * vec4(fromCamera + n * away, 1.0)).xyz;
  vec2 outward = abs(at.xy * 2.0 - 1.0);
  float fade = smoothstep(${FADES_FROM}, 1.0, max(outward.x, outward.y));
  if (fade >= 1.0 || at.z >= 1.0) return 1.0;
  // Each tap is a bilinear comparison of four texels: nine taps filter 4 × 4 texels (percentage-closer filtering).
  float sum = 0.0;
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) sum += texture(shadowMap, vec3(at.xy + vec2(x, y) * shadowMapTexel.y, at.z));
  }
  return mix(sum / 9.0, 1.0, fade);
#else
  return 1.0;
#endif
}

vec3 ambientOf(vec3 n) { return mix(GROUND_LIGHT, SKY_LIGHT, n.z * 0.5 + 0.5); }

// Diffuse (Lambertian) radiance of a white surface as a display value; share is the share of the sun's light.
vec3 lightOf(vec3 n, float share) {
  return pow(ambientOf(n) + SUN_LIGHT * (max(dot(n, SUN), 0.0) * share), vec3(1.0 / 2.2));
}

// Keeps the hue. Highlights stay below 1; darker values do not change.
vec3 toneMapped(vec3 display) {
  float peak = max(display.r, max(display.g, display.b));
  if (peak <= ${COMPRESSED_FROM}) return display;
  const float room = 1.0 - ${COMPRESSED_FROM};
  float compressed = 1.0 - room * room / (peak + room - ${COMPRESSED_FROM});
  float white = 1.0 - 1.0 / (0.15 * (peak - compressed) + 1.0);
  return mix(display * (compressed / peak), vec3(compressed), white);
}

// Display colour of a diffuse surface in the light.
vec3 litBy(vec3 display, vec3 n) { return toneMapped(display * lightOf(n, sunShare(n, dot(n, SUN)))); }
#endif
`;
