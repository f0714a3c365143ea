/**
 * Sizes of points, and discs that bulge towards the camera, so that neighbouring discs intersect along the line half-way between
 * them. GLSL for drawing, and the same functions for picks ({@link discSlope}, {@link discDepthOffset}).
 */
import { SPLATS } from '@overlook/shared/config';

/** Limits the point size of a tile where points of finer tiles lie between its own. */
export interface FinerPoints {
  /** Smallest spacing of the finer points, metres. */
  readonly spacing: number;
  /** Largest spacing of the finest points at any place, CSS pixels. */
  readonly apartPx: number;
}

/**
 * How much farther a disc is at an offset from its centre, as a share of the distance of the centre. `offset` is squared; `slope`
 * is the radius at distance 1.
 */
export const discDepthOffset = (offset: number, slope: number): number => (SPLATS.bulge * offset) / slope;

/**
 * Point diameters of one tile: its own and that of its finest points, both in metres, and the largest that the finest points
 * need, in CSS pixels.
 */
export type PointWidths = readonly [own: number, finest: number, finestPx: number];

/** `spacing`: metres between the points of the tile; 0 if unknown. */
export function pointWidths(spacing: number, finer: FinerPoints | null): PointWidths {
  const own = SPLATS.diameterInSpacings * spacing;
  if (!finer) return [own, own, 0];
  return [own, SPLATS.diameterInSpacings * finer.spacing, SPLATS.diameterInSpacings * finer.apartPx];
}

/** Limits of disc radii at distance 1. */
export interface DiscLimits {
  readonly least: number;
  readonly most: number;
  /** Radius of a disc with a diameter of one CSS pixel. */
  readonly perPx: number;
}

/** Radius at distance 1 of a disc at `distance` metres, as in the vertex shader. */
export const discSlope = ([own, finest, finestPx]: PointWidths, { least, most, perPx }: DiscLimits, distance: number) =>
  Math.max(least, Math.min(most, own / 2 / distance, Math.max(finestPx * perPx, finest / 2 / distance)));

/** Vertex shader functions, used after the position is set. */
export const POINT_VERTEX = /* glsl */ `#ifdef POINTS
// PointWidths of the tile; the last value in device pixels.
uniform vec3 pointWidths;
// Smallest and largest diameter in device pixels, and device pixels per metre at distance 1.
uniform vec3 pointLimits;
#ifdef DISCS
flat out float discBulge; // Metres.
#endif
void sizePoint() {
  float pxPerMetre = pointLimits.z / gl_Position.w;
  float widthPx = min(pointWidths.x * pxPerMetre, max(pointWidths.z, pointWidths.y * pxPerMetre));
  gl_PointSize = clamp(widthPx, pointLimits.x, pointLimits.y);
#ifdef DISCS
  discBulge = ${(SPLATS.bulge / 2).toFixed(3)} * gl_PointSize / pxPerMetre;
#endif
}
#endif
`;

/** Fragment shader function: distance along the view axis, metres; in an orthographic view from the near plane. */
export const ALONG_VIEW = /* glsl */ `// Of an orthographic view: unit direction, and depth per metre; 0 in a perspective view.
uniform vec4 sight;
#ifdef DISCS
flat in float discBulge;
// Factor b of depth = a + b / distance.
uniform float depthPerInverse;
#endif
float alongView() {
  bool isOrtho = sight.w > 0.0;
  float along = isOrtho ? gl_FragCoord.z / sight.w : 1.0 / gl_FragCoord.w;
#ifdef DISCS
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  float beside = dot(place, place);
  if (beside > 1.0) discard;
  float middle = along;
  along += discBulge * beside;
  gl_FragDepth = gl_FragCoord.z + (isOrtho ? sight.w * (along - middle) : depthPerInverse * (middle - along) / (middle * along));
#endif
  return along;
}
`;
