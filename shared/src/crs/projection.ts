import type { Lla } from '../maths/index.ts';
import { crsEngines, type ProjectionPoint } from './engines.ts';
import { type GridPatch, placeInPatch, type SystemGrids } from './grid-patch.ts';
import { heightSurface } from './height-surface.ts';

/** The surface above which heights of points are measured. */
export type HeightDatum = 'ellipsoidal' | 'orthometric';

/** A map projection both ways. `x` and `y` are in its own units, heights in metres. */
export interface Projection {
  /** WGS84, height above its ellipsoid. Throws `RangeError` outside the projection's area. */
  toLla(x: number, y: number, heightM: number): Lla;
  /** The inverse of `toLla`: x, y, height. Throws `RangeError` outside the projection's area. */
  fromLla(lla: Lla): [number, number, number];
}

/**
 * Inverse projections and datum shifts of proj4 are series and first-order formulas; this many corrections by the
 * forward projection make the round trip exact.
 */
const CORRECTIONS = 4;
/** Degrees: 0.01 mm on the ground. */
const EXACT_DEG = 1e-10;
/** Metres. */
const EXACT_M = 1e-6;

/**
 * Opens what `proj4` reads: a proj4 string or WKT. Orthometric heights are above the geoid of `grids`, else above EGM96. Ellipsoidal
 * ones are above the projection's own ellipsoid and go through its datum shift. A grid of the datum moves the plan in place of
 * the projection's own parameters. Throws `RangeError` for a projection that proj4 does not know.
 */
export function openProjection(definition: string, heights: HeightDatum, grids: SystemGrids = {}): Projection {
  const seaHeight = heights === 'orthometric' ? heightSurface(grids.geoid) : null;
  const converter = converterOf(definition);
  const shift = grids.datum && gridShift(definition, grids.datum);
  const toWgs84 = (x: number, y: number, heightM: number): ProjectionPoint => {
    const point = run(() => converter.forward({ x, y, z: seaHeight ? 0 : heightM }, true));
    if (shift) Object.assign(point, shift(x, y));
    if (seaHeight) point.z = heightM + seaHeight(point.y, point.x);
    return point;
  };
  const fromWgs84 = (point: ProjectionPoint): ProjectionPoint => run(() => converter.inverse(point, true));
  return {
    toLla(x, y, heightM) {
      const point = toWgs84(x, y, heightM);
      return { longitude: point.x, latitude: point.y, height: point.z };
    },
    fromLla: ({ longitude, latitude, height }) =>
      inverted({ x: longitude, y: latitude, z: height }, toWgs84, fromWgs84),
  };
}

function inverted(
  target: ProjectionPoint,
  toWgs84: (x: number, y: number, heightM: number) => ProjectionPoint,
  fromWgs84: (point: ProjectionPoint) => ProjectionPoint,
): [number, number, number] {
  const start = fromWgs84(target);
  const found: [number, number, number] = [start.x, start.y, start.z];
  for (let i = 0; i < CORRECTIONS; i++) {
    const reached = toWgs84(...found);
    const [dx, dy, dz] = [turnOf(target.x - reached.x), target.y - reached.y, target.z - reached.z];
    if (Math.abs(dx) < EXACT_DEG && Math.abs(dy) < EXACT_DEG && Math.abs(dz) < EXACT_M) break;
    const again = fromWgs84(reached);
    found[0] += start.x - again.x;
    found[1] += start.y - again.y;
    found[2] += dz;
  }
  return found;
}

/** Longitude and latitude on WGS84, by a grid, of a plan that states its ellipsoid and its parameters as a proj4 string. */
function gridShift(definition: string, patch: GridPatch): (x: number, y: number) => { x: number; y: number } {
  // Between two systems with equal parameters proj4 shifts nothing, so these are degrees of the datum itself.
  const none = '+towgs84=0,0,0';
  const ellipsoid = /\+ellps=\S+/.exec(definition)?.[0] ?? '';
  const own = converterOf(definition.replace(/\+towgs84=\S+/, none), `+proj=longlat ${ellipsoid} ${none} +no_defs`);
  return (x, y) => {
    const degrees = run(() => own.forward({ x, y, z: 0 }, true));
    const place = placeInPatch(patch, degrees.x, degrees.y);
    return { x: degrees.x + place.value(1), y: degrees.y + place.value(0) };
  };
}

/** The same difference of longitudes between −180 and 180 degrees. */
const turnOf = (deg: number): number => deg - 360 * Math.round(deg / 360);

function converterOf(definition: string, to = 'WGS84') {
  try {
    return crsEngines().proj4(definition, to);
  } catch (error) {
    throw new RangeError(`The projection cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function run(step: () => ProjectionPoint): ProjectionPoint {
  let point: ProjectionPoint;
  try {
    point = step();
  } catch (error) {
    throw new RangeError('The point is outside the area of the projection.', { cause: error });
  }
  if (!Number.isFinite(point.x) || !Number.isFinite(point.y))
    throw new RangeError('The point is outside the area of the projection.');
  return point;
}
