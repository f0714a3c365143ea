import { crsOfEpsg, type Projection, type SourceCrs } from '../../../pointclouds/crs/index.ts';

/** Metres from the false origin of a transverse Mercator, east or west: the half of a zone, with room to spare. */
const TRANSVERSE_M = 400_000;
/** The same for the projections of small countries, in any direction; the largest reaches 200 km. */
const OBLIQUE_M = 350_000;
/** Conic projections: metres from the false origin, east or west, and degrees from their parallels. */
const CONIC_M = 1_000_000;
const CONIC_DEG = 12;
/** Units of the map by which a way there and back may differ. */
const BACK = 0.01;

/**
 * Whether coordinates, in units of the map, are those of a place in its area, with room to spare: far outside of it projections
 * still give a place, which is wrong, and the false origin of many is on the earth too.
 */
export function isWithinArea({ epsg }: SourceCrs, projection: Projection, x: number, y: number): boolean {
  const place = placeOf(projection, x, y);
  if (!place || Math.abs(place.latitude) > 85) return false;
  const known = epsg === null ? null : crsOfEpsg(epsg);
  if (known?.kind !== 'projected') return true;
  const own = known.projection;
  const [east, north] = [x - own.falseEastingM, y - own.falseNorthingM];
  if (own.method === 'lcc') {
    const middleDeg = (own.parallelsDeg[0] + own.parallelsDeg[1]) / 2;
    return Math.abs(east) <= CONIC_M && Math.abs(place.latitude - middleDeg) <= CONIC_DEG;
  }
  if (own.method === 'tmerc') return Math.abs(east) <= TRANSVERSE_M;
  return Math.hypot(east, north) <= OBLIQUE_M;
}

function placeOf(projection: Projection, x: number, y: number) {
  try {
    const place = projection.toLla(x, y, 0);
    const [backX, backY] = projection.fromLla(place);
    return Math.hypot(backX - x, backY - y) < BACK ? place : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
