import { type Mat4, enuFrame, llaToEcef, multiply, vec3Of } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { isInUtm, llaInZone, type NamedCrs, type UtmZone, utmZoneOf } from './ifc-crs.ts';
import type { MapConversion } from './ifc-map-conversion.ts';

/** The affine map from the file's axes in metres to a map in metres. */
interface OnMap {
  readonly zone: UtmZone;
  readonly metres: number;
  readonly scale: number;
}

export interface IfcPlace {
  readonly toEcef: Mat4 | null;
  readonly warnings: readonly string[];
}

const NOT_PLACED = 'the place of the model must be given with --at';
/** Combined factors of projections and heights stay well below a percent. */
const SCALE_TOLERANCE = 0.01;
/** Half the distance over which the map's axes are measured on the earth. */
const STEP = 1;

/**
 * The matrix from a file's own axes, in metres, to ECEF by its map conversion. It is exact at `centre` (the middle of the
 * model, in those axes) and flat around it: it is rotated by the grid's convergence to true north, and horizontal
 * lengths are freed of the grid's scale. Heights are taken as ellipsoidal. UTM on WGS 84 and ETRS89 can be placed; for
 * any other coordinate system, and for coordinates outside of UTM, the answer is null with a warning. Throws
 * `ContentError` for a scale that contradicts the units. `IfcSite.RefLatitude` and `RefLongitude` are not used:
 * authoring tools fill them with the location of their template.
 */
export function placeOnEarth(
  conversion: MapConversion,
  lengthMetres: number,
  centre: readonly [number, number, number],
): IfcPlace {
  const zone = utmZoneOf(conversion.crs);
  if (!zone) {
    return unplaced(
      `The coordinate system ${describeCrs(conversion.crs)} is not UTM on WGS 84 or ETRS89: ${NOT_PLACED}.`,
    );
  }
  const metres = mapUnit(conversion, lengthMetres);
  const onMap = { zone, metres, scale: trueScale(conversion, lengthMetres / metres) };
  const [east, north] = toMap(conversion, onMap, centre);
  if (!isInUtm(east, north)) {
    return unplaced(
      `${conversion.place} puts the model at E ${Math.round(east)} m, N ${Math.round(north)} m, which is outside of UTM: ${NOT_PLACED}.`,
    );
  }
  const { verticalDatum } = conversion;
  return {
    toEcef: fitToEarth(conversion, onMap, centre),
    warnings:
      verticalDatum && !/ellipsoid/i.test(verticalDatum)
        ? [`Heights are above ${verticalDatum} in the file; they were taken as heights above the ellipsoid.`]
        : [],
  };
}

const unplaced = (warning: string): IfcPlace => ({ toEcef: null, warnings: [warning] });

function describeCrs({ name, description, datum, projection, zone }: NamedCrs): string {
  const more = [description, datum, projection, zone].filter((part) => part && part !== name).join(', ');
  if (!name) return more || 'without a name';
  return more ? `${name} (${more})` : name;
}

/** Metres of the map's unit. Without a named unit it is metres, or the project's unit where only that lies in UTM. */
function mapUnit({ mapUnitMetres, eastings, northings }: MapConversion, lengthMetres: number): number {
  if (mapUnitMetres !== null) return mapUnitMetres;
  return !isInUtm(eastings, northings) && isInUtm(eastings * lengthMetres, northings * lengthMetres) ? lengthMetres : 1;
}

/**
 * The conversion's scale without the units. By its definition `Scale` is the project's unit in map units, times the
 * scale of the grid; files also write its reciprocal, or omit the units.
 */
function trueScale({ scale, place }: MapConversion, expected: number): number {
  if (scale === null) return 1;
  const left = [scale, scale / expected, scale * expected].find((one) => Math.abs(one - 1) <= SCALE_TOLERANCE);
  if (left === undefined) {
    const meant = Number(expected.toPrecision(6));
    throw new MalformedContentError(
      place,
      `Scale is ${scale}, but one unit of length of the project is ${meant} units of the map; it must be ${meant} or 1.`,
    );
  }
  return left;
}

/** Metres of easting, northing and height of a point of the file. */
function toMap(
  conversion: MapConversion,
  { metres, scale }: OnMap,
  [x, y, z]: readonly [number, number, number],
): [east: number, north: number, height: number] {
  const [[cos, sin], { eastings, northings, height }] = [unit(conversion.xAxis), conversion];
  return [
    eastings * metres + scale * (x * cos - y * sin),
    northings * metres + scale * (x * sin + y * cos),
    height * metres + z,
  ];
}

function unit([x, y]: readonly [number, number]): [number, number] {
  const length = Math.hypot(x, y);
  return [x / length, y / length];
}

/** The map's axes on the earth around the centre are measured over two metres, which holds their direction and their scale. */
function fitToEarth(conversion: MapConversion, onMap: OnMap, centre: readonly [number, number, number]): Mat4 {
  const [east, north, height] = toMap(conversion, onMap, centre);
  const at = (e: number, n: number) => llaToEcef(llaInZone(onMap.zone, east + e, north + n, height));
  const along = (e: number, n: number) => {
    const [from, to] = [at(-e * STEP, -n * STEP), at(e * STEP, n * STEP)];
    return vec3Of((i) => (to[i] - from[i]) / (2 * STEP));
  };
  const frame = enuFrame(llaInZone(onMap.zone, east, north, height)).toEcef;
  const [eastAxis, northAxis] = [along(1, 0), along(0, 1)];
  const fromMap: Mat4 = [...eastAxis, 0, ...northAxis, 0, frame[8], frame[9], frame[10], 0, ...at(0, 0), 1];
  const [cos, sin] = unit(conversion.xAxis);
  const s = onMap.scale;
  const turn: Mat4 = [s * cos, s * sin, 0, 0, -s * sin, s * cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const fromCentre: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -centre[0], -centre[1], -centre[2], 1];
  return multiply(multiply(fromMap, turn), fromCentre);
}
