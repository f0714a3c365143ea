import { crsEngines } from './engines.ts';
import { type GridPatch, placeInPatch } from './grid-patch.ts';

/** Metres of a surface of heights above the ellipsoid of WGS84; degrees. */
export type SurfaceHeight = (latitude: number, longitude: number) => number;

/**
 * The surface of a geoid's patch, or EGM96 without one. Beyond the patch the surface goes on as EGM96 does, from the height that it
 * has at the border, so that it has no step there.
 */
export function heightSurface(patch: GridPatch | undefined): SurfaceHeight {
  const { egm96ToEllipsoid } = crsEngines();
  const egm96: SurfaceHeight = (latitude, longitude) => egm96ToEllipsoid(latitude, longitude, 0);
  if (!patch) return egm96;
  return (latitude, longitude) => {
    const place = placeInPatch(patch, longitude, latitude);
    const own = place.value(0);
    return place.isWithin ? own : own + egm96(latitude, longitude) - egm96(place.latitude, place.longitude);
  };
}
