/**
 * GLSL of the tiles: the variants and what is done at each vertex (tile-fragment.ts has what is done at each pixel). One source, compiled in variants by the bits below, so that a tile pays only for what it has.
 *
 * Positions: clip space of a vertex = clipFromLocalAxes × local + clipOffset. The first depends on how the content is
 * turned, which whole tilesets share; the second is four numbers a draw, computed in double precision on the CPU with the
 * camera at the origin, so that nothing large reaches float32. Colours: everything is multiplied after gamma encoding. Under a
 * pure power law that equals the product of linear values that glTF asks for, and costs no conversion per pixel.
 */
import { WGS84 } from '@overlook/shared/maths';
import { SCAN_BITS } from '../content/points/scan-values.ts';
import { POINT_VERTEX } from './point-shader.ts';

const float = (value: number): string => value.toFixed(4);

export const Variant = {
  Texture: 1,
  Colors: 2,
  /** Lit with the normals of the content. */
  Normals: 4,
  /** Lit with one normal per face, where the content brings none. */
  FlatNormals: 8,
  Instances: 16,
  /** Fragments below the alpha cutoff are dropped. */
  Mask: 32,
  /** Fragments inside the cutouts are dropped (cutouts.ts). */
  Cutouts: 64,
  Points: 128,
  /** Vertex colours are light and are encoded for the screen; without it they are display values already. */
  LinearColors: 256,
  /** Fragments outside the section volume are dropped (section/enu-section.ts). */
  Section: 512,
  /** Backs of faces are filled, so that a solid which the section opens reads as cut and not as hollow. */
  Backs: 1024,
  /** The distance goes out beside the colour (distance-pass.ts). */
  Distance: 2048,
  /** Colour and opacity of each feature come from a table (feature-style.ts). */
  Features: 4096,
  /** With {@link Variant.Cutouts}: the boxes are in a uniform buffer, because there are more than {@link FEW_CUT_BOXES}. */
  ManyCutouts: 8192,
  /** Points of some classes are not drawn. */
  HiddenClasses: 16384,
  /** Points are coloured by their height. */
  HeightColors: 32768,
  /** Points are coloured by one of their packed values (content/points/scan-values.ts). */
  ValueColors: 65536,
  /** Fragments outside a box are drawn in the dark. */
  Dimmed: 131072,
  /** Points are round and bulge (point-shader.ts). */
  Discs: 262144,
  /** Metal, smooth, or with one of the maps below (finish-shader.ts). */
  Finish: 524288,
  MetalMap: 1048576,
  NormalMap: 2097152,
  OcclusionMap: 4194304,
  EmissiveMap: 8388608,
  /** The sun does not reach what a map says (sun-map.ts). */
  Shadow: 16777216,
  /** Only the depth is written, for such a map. */
  DepthOnly: 33554432,
  /** Some of the pixels are drawn (draw-item.ts, {@link Dither}). */
  Dithered: 67108864,
  /** Half-transparent, in any order (weighted-blend.ts). */
  Weighted: 134217728,
} as const;

/** Variants with any map of a finish. */
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

/** Colours in a row of the table of point colours: of every class and return, and as fine as a ramp is told apart. */
export const POINT_TABLE_WIDTH = 256;

/** Uniform buffer of {@link Variant.ManyCutouts}: the last of those that every device has, out of the way of luma.gl's. */
export const CUTOUTS_BINDING = 23;

/** Ghosts are drawn after everything solid, so a layer with some is drawn twice. */
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

/** What is defined where any of several bits is set. */
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
// Local axes to ENU axes, and the local origin in metres from the camera.
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
// Two rows of ${POINT_TABLE_WIDTH}: colours of the ramp or of the values, and which classes are drawn (point-colors.ts).
uniform sampler2D pointColorTable;
#endif
#ifdef POINT_RAMP
// The value that the first colour is of, and colours a unit.
uniform vec2 pointRamp;
#endif
#ifdef VALUE_COLORS
// Where the value is in the packed number: bits below it, and its largest.
uniform uvec2 scanBits;
#endif
#ifdef HEIGHT_COLORS
// The camera in metres of the site frame.
uniform vec3 cameraEnu;
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
  n = vec3(dot(instance0.xyz, n), dot(instance1.xyz, n), dot(instance2.xyz, n));
#endif
  normalEnu = enuFromLocalAxes * n;
#endif
#ifdef POINTS
  sizePoint();
#endif
#ifdef HEIGHT_COLORS
  vec3 enu = fromCamera + cameraEnu;
  // The ellipsoid falls away from the plane of the site: 2 m at 5 km, here to a few centimetres.
  float rampValue = enu.z + dot(enu.xy, enu.xy) * ${(0.5 / WGS84.a).toExponential(6)};
#elif defined(VALUE_COLORS)
  float rampValue = float((scan >> scanBits.x) & scanBits.y);
#endif
#ifdef POINT_RAMP
  int rampStep = int(clamp((rampValue - pointRamp.x) * pointRamp.y, 0.0, ${float(POINT_TABLE_WIDTH - 1)}));
  tint.rgb = texelFetch(pointColorTable, ivec2(rampStep, 0), 0).rgb;
#endif
#ifdef HIDDEN_CLASSES
  uint pointClass = (scan >> ${classification.shift}u) & ${classification.most}u;
  // Outside the clip volume: nothing of it is rasterised.
  if (texelFetch(pointColorTable, ivec2(pointClass, 1), 0).r < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
`;
