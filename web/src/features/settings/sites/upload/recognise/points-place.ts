import { loadCrsEngines } from '@overlook/engine/crs-engines';
import { CrsError, type HeightDatum, heightSurface, openProjection, resolveCrs } from '@overlook/shared/crs';
import { findGrids } from '../../../../../api/grids.ts';
import { gridNotes, surfaceText } from '../../../../../parts/grid-texts.ts';
import type { PointFacts } from './point-facts.ts';

/** Where points lie when they are read in a coordinate system. */
export interface PointsPlace {
  readonly system: string;
  /** Degrees; null where the coordinates are outside of the system. */
  readonly at: { readonly longitude: number; readonly latitude: number } | null;
  /** Height of the sea above the ellipsoid there, metres, and what has it. */
  readonly seaM: number;
  readonly surface: string;
  readonly heights: HeightDatum;
  /** On the grids of the server, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Where the middle of a cloud lies in a typed system, or else in the one that its files state by a code, by the grids that the import
 * will use; null where there is none, or nothing says where the points are in it.
 */
export async function pointsPlace(
  { bounds, systems }: Pick<PointFacts, 'bounds' | 'systems'>,
  { crs, altitudes }: { crs?: string | undefined; altitudes?: HeightDatum | undefined },
): Promise<PointsPlace | null> {
  const [stated, ...others] = systems;
  const code = others.length === 0 && stated?.epsg ? `EPSG:${stated.epsg}` : undefined;
  const typed = crs ?? code;
  if (!bounds || typed === undefined) return null;
  await loadCrsEngines();
  const outside = { at: null, seaM: 0, surface: '', notes: [] };
  try {
    const system = resolveCrs(null, {
      crs: typed,
      altitudes: altitudes ?? (crs ? undefined : (stated?.heights ?? undefined)),
    });
    if (!system || system.kind === 'geocentric') return null;
    const { name, heights, epsg } = system;
    const named = heights === 'ellipsoidal' ? null : (system.vertical ?? (crs ? null : (stated?.vertical ?? null)));
    const [x, y] = ([0, 1] as const).map((axis) => (bounds.least[axis] + bounds.most[axis]) / 2);
    const about = openProjection(system.proj4, 'ellipsoidal').toLla(x!, y!, 0);
    const isOnEarth = Math.abs(about.longitude) <= 180 && Math.abs(about.latitude) <= 90;
    if (!isOnEarth) return { ...outside, system: name, heights };
    const found = await findGrids({
      epsg,
      vertical: named,
      longitude: about.longitude,
      latitude: about.latitude,
    });
    const { geoid, datum } = found?.grids ?? {};
    const { longitude, latitude } = openProjection(system.proj4, 'ellipsoidal', { datum }).toLla(x!, y!, 0);
    return {
      system: name,
      at: { longitude, latitude },
      seaM: heightSurface(geoid)(latitude, longitude),
      surface: surfaceText(geoid),
      heights,
      notes: gridNotes(found),
    };
  } catch (error) {
    if (error instanceof RangeError) return { ...outside, system: typed, heights: 'orthometric' };
    if (error instanceof CrsError) return null;
    throw error;
  }
}
