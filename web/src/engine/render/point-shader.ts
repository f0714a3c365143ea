/**
 * How wide points are drawn, and that they are discs that bulge towards the camera, so that those of neighbours run into each other along
 * a line half-way: in GLSL for pictures, and the same for picks ({@link discSlope}, {@link sinkOf}).
 */
import { SPLATS } from '@overlook/shared/config';
import type { FinerPoints } from './draw-item.ts';

/** How much farther away than its middle a disc is, in its own distance, at a slope (squared: `offset`) beside the middle. */
export const sinkOf = (offset: number, slope: number): number => (SPLATS.bulge * offset) / slope;

/** Of the points of one tile: their diameter in metres, that of the finest points among them, and what these need at most in CSS pixels. */
export type PointWidths = readonly [own: number, finest: number, finestPx: number];

/** `spacing`: metres between the points of the tile, 0 where it is not known. */
export function pointWidths(spacing: number, finer: FinerPoints | null): PointWidths {
  const own = SPLATS.diameterInSpacings * spacing;
  if (!finer) return [own, own, 0];
  return [own, SPLATS.diameterInSpacings * finer.spacing, SPLATS.diameterInSpacings * finer.apartPx];
}

/** Of a camera: radii of discs at distance 1. */
export interface DiscLimits {
  readonly least: number;
  readonly most: number;
  /** Of a disc of one CSS pixel across. */
  readonly perPx: number;
}

/** Radius at distance 1 of a disc that is `distance` metres away, as shaders draw it. */
export const discSlope = ([own, finest, finestPx]: PointWidths, { least, most, perPx }: DiscLimits, distance: number) =>
  Math.max(least, Math.min(most, own / 2 / distance, Math.max(finestPx * perPx, finest / 2 / distance)));

/** For vertex shaders, after the position is known. */
export const POINT_VERTEX = /* glsl */ `#ifdef POINTS
// PointWidths of the tile, the last in device pixels.
uniform vec3 pointWidths;
// Least and largest diameter in device pixels, and device pixels of a metre at distance 1.
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

/** For fragment shaders: the distance along the view, metres. */
export const ALONG_VIEW = /* glsl */ `#ifdef DISCS
flat in float discBulge;
// The depth of a distance is a constant and this over the distance.
uniform float depthPerInverse;
#endif
float alongView() {
  float along = 1.0 / gl_FragCoord.w;
#ifdef DISCS
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  float beside = dot(place, place);
  if (beside > 1.0) discard;
  float middle = along;
  along += discBulge * beside;
  gl_FragDepth = gl_FragCoord.z + depthPerInverse * (middle - along) / (middle * along);
#endif
  return along;
}
`;
