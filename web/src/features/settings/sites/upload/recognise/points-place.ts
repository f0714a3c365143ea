import { loadCrsEngines } from '@overlook/engine/crs-engines';
import { CrsError, type HeightDatum, openProjection, resolveCrs } from '@overlook/shared/crs';
import type { PointFacts } from './point-facts.ts';

/** Where points lie when they are read in a coordinate system. */
export interface PointsPlace {
  readonly system: string;
  /** Degrees; null where the coordinates are outside of the system. */
  readonly at: { readonly longitude: number; readonly latitude: number } | null;
  /** Height of the sea (EGM96) above the ellipsoid there, metres. */
  readonly seaM: number;
  readonly heights: HeightDatum;
}

/**
 * Where the middle of a cloud lies in a typed system, or else in the one that its files state by a code; null where there is none, or
 * nothing says where the points are in it.
 */
export async function pointsPlace(
  { bounds, systems }: Pick<PointFacts, 'bounds' | 'systems'>,
  { crs, altitudes }: { crs?: string | undefined; altitudes?: HeightDatum | undefined },
): Promise<PointsPlace | null> {
  const [stated, ...others] = systems;
  const code = others.length === 0 && stated?.epsg ? `EPSG:${stated.epsg}` : undefined;
  const typed = crs ?? code;
  if (!bounds || typed === undefined) return null;
  const { egm96ToEllipsoid } = await loadCrsEngines();
  try {
    const system = resolveCrs(null, {
      crs: typed,
      altitudes: altitudes ?? (crs ? undefined : (stated?.heights ?? undefined)),
    });
    if (!system || system.kind === 'geocentric') return null;
    const { name, heights } = system;
    const [x, y] = ([0, 1] as const).map((axis) => (bounds.least[axis] + bounds.most[axis]) / 2);
    const { longitude, latitude } = openProjection(system.proj4, 'ellipsoidal').toLla(x!, y!, 0);
    const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    if (!isOnEarth) return { system: name, at: null, seaM: 0, heights };
    return { system: name, at: { longitude, latitude }, seaM: egm96ToEllipsoid(latitude, longitude, 0), heights };
  } catch (error) {
    if (error instanceof RangeError) return { system: typed, at: null, seaM: 0, heights: 'orthometric' };
    if (error instanceof CrsError) return null;
    throw error;
  }
}
