/**
 * GLSL of the tiles: the variants and the vertex shader (tile-fragment.ts has the fragment shader). One source is compiled in
 * variants by the bits below, so that a draw executes only the code that it needs.
 *
 * Positions: clip position = clipFromLocalAxes × local + clipOffset. The matrix depends on rotation and scale, which whole
 * tilesets share. The offset is four numbers for each draw, computed in double on the CPU relative to the camera, so that float32
 * holds no large values. Colours: all factors are multiplied as gamma-encoded values. Under a pure power law this equals the
 * product of linear values that glTF defines, and needs no conversion for each pixel.
 */
import { WGS84 } from '@overlook/shared/maths';
import { SCAN_BITS } from '../content/points/scan-values.ts';
import { POINT_VERTEX } from './point-shader.ts';

/** Opacity from which a fragment of a blended surface is drawn as opaque. */
export const SOLID_OPACITY = 0.99;

/** A finite number as a GLSL float literal with the same value. */
export const glslFloat = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

export const Variant = {
  Texture: 1,
  Colors: 2,
  /** Lit with the normals of the content. */
  Normals: 4,
  /** Lit with face normals, if the content has no normals. */
  FlatNormals: 8,
  Instances: 16,
  /** Fragments below the alpha cutoff are discarded. */
  Mask: 32,
  /** Fragments inside the cutouts are discarded (cutouts.ts). */
  Cutouts: 64,
  Points: 128,
  /** Vertex colours are linear and are encoded for display. Without this bit they are display values. */
  LinearColors: 256,
  /** Fragments outside the section volume are discarded (section/enu-section.ts). */
  Section: 512,
  /** Back faces are filled, so that a solid that the section opens looks cut and not hollow. */
  Backs: 1024,
  /** Writes the distance to a second target (linear-depth-pass.ts). */
  Distance: 2048,
  /** Colour and opacity of each feature come from the style table (feature-style.ts). */
  Features: 4096,
  /** With {@link Variant.Cutouts}: the boxes are in a uniform buffer, because there are more than {@link FEW_CUT_BOXES}. */
  ManyCutouts: 8192,
  /** Points of hidden classes are not drawn. */
  HiddenClasses: 16384,
  /** Points are coloured by height. */
  HeightColors: 32768,
  /** Points are coloured by a packed scan value (content/points/scan-values.ts). */
  ValueColors: 65536,
  /** Fragments outside a box are dimmed. */
  Dimmed: 131072,
  /** Points are discs that bulge (point-shader.ts). */
  Discs: 262144,
  /** Physically based material: metal, low roughness, or one of the maps below (finish-shader.ts). */
  Finish: 524288,
  MetalMap: 1048576,
  NormalMap: 2097152,
  OcclusionMap: 4194304,
  EmissiveMap: 8388608,
  /** Reads the shadow map (shadow-map.ts). */
  Shadow: 16777216,
  /** Writes only the depth, for the shadow map. */
  DepthOnly: 33554432,
  /** Drawn at some of the pixels (draw-item.ts, {@link Dither}). */
  Dithered: 67108864,
  /** Weighted blending (weighted-blend.ts). */
  Weighted: 134217728,
} as const;

/** Bits of all material maps. */
export const FINISH_MAPS = Variant.MetalMap | Variant.NormalMap | Variant.OcclusionMap | Variant.EmissiveMap;

/** Attribute locations, fixed so that one vertex array serves every variant. */
export const Location = {
  position: 0,
  uv: 1,
  color: 2,
  normal: 3,
  featureId: 4,
  instance: 5,
  scan: 8,
  secondUv: 9,
} as const;

/** Texels in a row of the point colour table: one for each class and return, and enough steps for a smooth ramp. */
export const POINT_TABLE_WIDTH = 256;

/** Binding of the uniform buffer of {@link Variant.ManyCutouts}: the last one that every device has, unused by luma.gl. */
export const CUTOUTS_BINDING = 23;

/** Ghosts are drawn after all opaque surfaces, so that a layer with ghosts is drawn twice. */
export const FeaturePass = { solid: 0, ghosts: 1, all: 2 } as const;

const NAMES: [number, string][] = [
  [Variant.Texture, 'TEXTURE'],
  [Variant.Colors, 'COLORS'],
  [Variant.Normals, 'NORMALS'],
  [Variant.FlatNormals, 'FLAT_NORMALS'],
  [Variant.Instances, 'INSTANCES'],
  [Variant.Mask, 'MASK'],
  [Variant.Cutouts, 'CUTOUTS'],
  [Variant.Points, 'POINTS'],
  [Variant.LinearColors, 'LINEAR_COLORS'],
  [Variant.Section, 'SECTION'],
  [Variant.Backs, 'BACKS'],
  [Variant.Distance, 'DISTANCE'],
  [Variant.Features, 'FEATURES'],
  [Variant.ManyCutouts, 'MANY_CUTOUTS'],
  [Variant.HiddenClasses, 'HIDDEN_CLASSES'],
  [Variant.HeightColors, 'HEIGHT_COLORS'],
  [Variant.ValueColors, 'VALUE_COLORS'],
  [Variant.Dimmed, 'DIMMED'],
  [Variant.Discs, 'DISCS'],
  [Variant.Finish, 'FINISH'],
  [Variant.MetalMap, 'METAL_MAP'],
  [Variant.NormalMap, 'NORMAL_MAP'],
  [Variant.OcclusionMap, 'OCCLUSION_MAP'],
  [Variant.EmissiveMap, 'EMISSIVE_MAP'],
  [Variant.Shadow, 'SHADOW'],
  [Variant.DepthOnly, 'DEPTH_ONLY'],
  [Variant.Dithered, 'DITHERED'],
  [Variant.Weighted, 'WEIGHTED'],
];

export const defines = (variant: number): string =>
  [...NAMES, ...COMBINED].flatMap(([bits, name]) => (variant & bits ? [`#define ${name}`] : [])).join('\n');

/** Defines that are set if any of several bits is set. */
const COMBINED: [number, string][] = [
  [
    Variant.Normals |
      Variant.FlatNormals |
      Variant.Cutouts |
      Variant.Section |
      Variant.HeightColors |
      Variant.Dimmed |
      Variant.Dithered,
    'NEEDS_ENU',
  ],
  [Variant.HiddenClasses | Variant.ValueColors, 'SCAN_VALUES'],
  [FINISH_MAPS, 'FINISH_MAPS'],
  [Variant.Texture | FINISH_MAPS, 'UVS'],
  [Variant.HeightColors | Variant.ValueColors, 'POINT_RAMP'],
];

const { classification } = SCAN_BITS;

export const VERTEX = /* glsl */ `
layout(location=${Location.position}) in vec3 position;
uniform mat4 clipFromLocalAxes;
uniform vec4 clipOffset;
#ifdef NEEDS_ENU
// Rotation and scale from local to ENU axes, and the local origin in metres from the camera.
uniform mat3 enuFromLocalAxes;
uniform vec3 enuOffset;
out vec3 fromCamera;
#endif
#ifdef UVS
layout(location=${Location.uv}) in vec2 uv;
out vec2 textureUv;
#endif
#ifdef FINISH_MAPS
layout(location=${Location.secondUv}) in vec2 uvOfMaps;
out vec2 secondUv;
#endif
#ifdef COLORS
layout(location=${Location.color}) in vec4 color;
#endif
uniform vec4 baseColor;
out vec4 tint;
#ifdef NORMALS
layout(location=${Location.normal}) in vec3 normal;
out vec3 normalEnu;
#endif
#ifdef INSTANCES
// Rows of the affine matrix of this instance.
layout(location=${Location.instance}) in vec4 instance0;
layout(location=${Location.instance + 1}) in vec4 instance1;
layout(location=${Location.instance + 2}) in vec4 instance2;
#endif
${POINT_VERTEX}#ifdef FEATURES
layout(location=${Location.featureId}) in uint featureId;
flat out uint feature;
#endif
#ifdef SCAN_VALUES
layout(location=${Location.scan}) in uint scan;
#endif
#if defined(HIDDEN_CLASSES) || defined(POINT_RAMP)
// Two rows of ${POINT_TABLE_WIDTH}: colours of the ramp or of the values, and the classes that are drawn (point-colors.ts).
uniform sampler2D pointColorTable;
#endif
#ifdef POINT_RAMP
// Value of the first colour, and colours per unit.
uniform vec2 pointRamp;
#endif
#ifdef VALUE_COLORS
// Place of the value in the packed number: shift and mask.
uniform uvec2 scanBits;
#endif
#ifdef HEIGHT_COLORS
// Camera position in the site frame, metres.
uniform vec3 cameraEnu;
#endif

#ifdef NORMALS
// By the cofactors of the axes: at right angles to the surface under any scale, and outward under a reflection.
vec3 turnedNormal(mat3 axes, vec3 n) {
  vec3 yz = cross(axes[1], axes[2]);
  vec3 turned = yz * n.x + cross(axes[2], axes[0]) * n.y + cross(axes[0], axes[1]) * n.z;
  return dot(axes[0], yz) < 0.0 ? -turned : turned;
}
#endif

void main() {
#ifdef FEATURES
  feature = featureId;
#endif
  vec3 local = position;
#ifdef INSTANCES
  vec4 p = vec4(position, 1.0);
  local = vec3(dot(instance0, p), dot(instance1, p), dot(instance2, p));
#endif
  gl_Position = clipFromLocalAxes * vec4(local, 0.0) + clipOffset;
#ifdef NEEDS_ENU
  fromCamera = enuFromLocalAxes * local + enuOffset;
#endif
#ifdef UVS
  textureUv = uv;
#endif
#ifdef FINISH_MAPS
  secondUv = uvOfMaps;
#endif
  tint = baseColor;
#ifdef COLORS
#ifdef LINEAR_COLORS
  tint *= vec4(pow(color.rgb, vec3(1.0 / 2.2)), color.a);
#else
  tint *= color;
#endif
#endif
#ifdef NORMALS
  vec3 n = normal;
#ifdef INSTANCES
  n = turnedNormal(transpose(mat3(instance0.xyz, instance1.xyz, instance2.xyz)), n);
#endif
  normalEnu = turnedNormal(enuFromLocalAxes, n);
#endif
#ifdef POINTS
  sizePoint();
#endif
#ifdef HEIGHT_COLORS
  vec3 enu = fromCamera + cameraEnu;
  // The ellipsoid drops below the tangent plane of the site: 2 m at 5 km. The error here is a few centimetres.
  float rampValue = enu.z + dot(enu.xy, enu.xy) * ${(0.5 / WGS84.a).toExponential(6)};
#elif defined(VALUE_COLORS)
  float rampValue = float((scan >> scanBits.x) & scanBits.y);
#endif
#ifdef POINT_RAMP
  int rampStep = int(clamp((rampValue - pointRamp.x) * pointRamp.y, 0.0, ${glslFloat(POINT_TABLE_WIDTH - 1)}));
  tint.rgb = texelFetch(pointColorTable, ivec2(rampStep, 0), 0).rgb;
#endif
#ifdef HIDDEN_CLASSES
  uint pointClass = (scan >> ${classification.shift}u) & ${classification.most}u;
  // Outside the clip volume: the point is not rasterised.
  if (texelFetch(pointColorTable, ivec2(pointClass, 1), 0).r < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
`;
