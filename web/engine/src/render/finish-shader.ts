/**
 * GLSL of physically based materials (`finish` in content.ts): metal, smooth paint, and normal, occlusion and emissive maps. The
 * BRDF is that of glTF 2.0, appendix B: GGX distribution, Smith visibility, Schlick Fresnel, in linear light. The sun is the only
 * light source. The environment reflection blends between a sky and a ground colour, more widely at higher roughness, and uses
 * Karis' approximation (2014) of the environment BRDF.
 */

/** Minimum roughness. At lower values the specular highlight of the sun is smaller than a pixel. */
const SMOOTHEST = '0.06';

/** Needs textureUv, fromCamera, sightLine(), the functions of light-shader.ts and the defines of the maps. */
export const FINISH_FRAGMENT = /* glsl */ `#ifdef FINISH
// Metallic, roughness, normal scale, occlusion strength.
uniform vec4 finish;
uniform vec3 emissive;
#ifdef FINISH_MAPS
in vec2 secondUv;
// True for each map that uses the second UV set: metallic-roughness, normal, occlusion, emissive.
uniform bvec4 secondUvOf;
vec2 mapUv(bool isSecond) { return isSecond ? secondUv : textureUv; }
#endif
#ifdef METAL_MAP
uniform sampler2D metalMap;
#endif
#ifdef NORMAL_MAP
uniform sampler2D normalMap;
#endif
#ifdef OCCLUSION_MAP
uniform sampler2D occlusionMap;
#endif
#ifdef EMISSIVE_MAP
uniform sampler2D emissiveMap;
#endif

const float PI = 3.14159265359;

#ifdef NORMAL_MAP
// The tangent frame is computed from the screen-space derivatives of the position and the UVs, so that no tangents are needed. V
// points down in the texture.
vec3 mappedNormal(vec3 n) {
  vec2 uv = mapUv(secondUvOf.y);
  vec3 dp1 = dFdx(fromCamera);
  vec3 dp2 = dFdy(fromCamera);
  vec2 duv1 = dFdx(uv);
  vec2 duv2 = dFdy(uv);
  vec3 across = cross(dp2, n);
  vec3 along = cross(n, dp1);
  vec3 tangent = across * duv1.x + along * duv2.x;
  vec3 bitangent = -(across * duv1.y + along * duv2.y);
  float longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
  if (longest == 0.0) return n;
  vec3 sampled = texture(normalMap, uv, textureBias).xyz * 2.0 - 1.0;
  sampled.xy *= finish.z;
  return normalize((tangent * sampled.x + bitangent * sampled.y) * inversesqrt(longest) + n * sampled.z);
}
#endif

// Returns the lit display colour of a surface from its base colour, also a display colour.
vec3 finished(vec3 display, vec3 normalOfFace) {
  vec3 n = normalOfFace;
#ifdef NORMAL_MAP
  n = mappedNormal(n);
#endif
  float metallic = finish.x;
  float roughness = finish.y;
#ifdef METAL_MAP
  vec4 sampled = texture(metalMap, mapUv(secondUvOf.x), textureBias);
  metallic *= sampled.b;
  roughness *= sampled.g;
#endif
  roughness = max(roughness, ${SMOOTHEST});
  vec3 base = pow(display, vec3(2.2));
  vec3 diffuse = base * (1.0 - metallic);
  vec3 f0 = mix(vec3(0.04), base, metallic);
  vec3 v = -sightLine();
  vec3 h = normalize(SUN + v);
  float nl = max(dot(n, SUN), 0.0);
  float nv = max(dot(n, v), 0.001);
  float nh = max(dot(n, h), 0.0);
  float alpha = roughness * roughness;
  float a2 = alpha * alpha;
  float spread = nh * nh * (a2 - 1.0) + 1.0;
  float distribution = a2 / (PI * spread * spread);
  float visibility = 0.5 / max(nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2), 1e-5);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(v, h), 0.0), 5.0);
  // SUN_LIGHT is the diffuse (Lambertian) radiance of a white surface: the irradiance divided by PI.
  vec3 direct = SUN_LIGHT * nl * sunShare(n, nl) * (diffuse * (1.0 - fresnel) + PI * distribution * visibility * fresnel);
  float up = clamp(reflect(-v, n).z / mix(0.1, 1.0, roughness), -1.0, 1.0);
  vec3 mirrored = mix(GROUND_LIGHT, SKY_LIGHT, up * 0.5 + 0.5);
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  vec2 share = vec2(-1.04, 1.04) * (min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y) + r.zw;
  vec3 around = diffuse * ambientOf(n) + mirrored * (f0 * share.x + share.y);
#ifdef OCCLUSION_MAP
  around *= mix(1.0, texture(occlusionMap, mapUv(secondUvOf.z), textureBias).r, finish.w);
#endif
  vec3 own = emissive;
#ifdef EMISSIVE_MAP
  own *= pow(texture(emissiveMap, mapUv(secondUvOf.w), textureBias).rgb, vec3(2.2));
#endif
  return toneMapped(pow(direct + around + own, vec3(1.0 / 2.2)));
}
#endif
`;
