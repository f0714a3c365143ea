import {
  type Mat4,
  enuFrame,
  type Lla,
  ecefFromLla,
  llaFromEcef,
  multiply,
  transformPoint,
  vec3Of,
} from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { assumedHeightsText } from '../../../pointclouds/crs/assumed-heights.ts';
import { applyGrids } from '../../../pointclouds/crs/grids/apply-grids.ts';
import { CrsError, openProjection, type Projection, type SourceCrs } from '../../../pointclouds/crs/index.ts';
import type { CadReaderOptions } from '../cad-model.ts';
import { mapSystem } from './ifc-crs.ts';
import { isWithinArea } from './map-area.ts';
import type { MapConversion } from './ifc-map-conversion.ts';

/** The affine map from the file's axes in metres to a map in metres. */
interface OnMap {
  readonly system: SourceCrs;
  readonly projection: Projection;
  readonly metres: number;
  readonly scale: number;
}

export interface IfcPlace {
  readonly toEcef: Mat4 | null;
  /** What was assumed, or why there is no place, one sentence each. */
  readonly warnings: readonly string[];
}

/** Combined factors of projections and heights stay well below a percent. */
const SCALE_TOLERANCE = 0.01;
/** Half the distance over which the map's axes are measured on the earth. */
const STEP = 1;

/**
 * The matrix from a file's own axes, in metres, to ECEF by its map conversion. It is exact at `centre` (the middle of the
 * model, in those axes) and flat around it: it is rotated by the grid's convergence to true north, and horizontal
 * lengths are freed of the grid's scale. Heights are above what the file or the operator names, else above the sea. For a
 * coordinate system that is not known, and for coordinates outside of its area, the answer is null with a warning. Throws
 * `ContentError` for a scale that contradicts the units, and for a system of the operator that is not known.
 * `IfcSite.RefLatitude` and `RefLongitude` are not used: authoring tools fill them with the location of their template.
 */
export function placeOnEarth(
  conversion: MapConversion,
  lengthMetres: number,
  centre: readonly [number, number, number],
  options: CadReaderOptions,
): IfcPlace {
  const system = systemOf(conversion, options);
  if (typeof system === 'string') return { toEcef: null, warnings: [system] };
  const projection = openProjection(system.proj4, system.heights);
  const metres = mapUnit(conversion, lengthMetres, system, projection);
  const onMap = { system, projection, metres, scale: trueScale(conversion, lengthMetres / metres) };
  const [east, north] = toMap(conversion, onMap, centre);
  if (!isWithinArea(system, projection, east / system.metresPerUnit, north / system.metresPerUnit)) {
    const where = `${conversion.place} puts the model at E ${Math.round(east)} m, N ${Math.round(north)} m`;
    return { toEcef: null, warnings: [`${where}, which is outside of the area of ${system.name}.`] };
  }
  const place = llaFromEcef(transformPoint(fitToEarth(conversion, onMap, centre), [...centre]));
  const { crs, notes } = options.gridFolders
    ? applyGrids(system, place, options.gridFolders, 'its heights')
    : { crs: system, notes: [] };
  const byGrids = { ...onMap, projection: openProjection(crs.proj4, crs.heights, crs.grids) };
  return { toEcef: fitToEarth(conversion, byGrids, centre), warnings: [...notes, ...notesOn(crs, place)] };
}

function systemOf({ crs }: MapConversion, options: CadReaderOptions): SourceCrs | string {
  try {
    return mapSystem(crs, options);
  } catch (error) {
    if (!(error instanceof CrsError)) throw error;
    if (options.crs !== undefined) throw new MalformedContentError('--crs', error.message);
    return `The coordinate system of its map cannot be used. ${error.message}`;
  }
}

function notesOn({ areHeightsAssumed, accuracyM, name }: SourceCrs, place: Lla): string[] {
  return [
    ...(areHeightsAssumed ? [assumedHeightsText('its heights', place)] : []),
    ...(accuracyM === null ? [] : [`In ${name} it is placed to about ${accuracyM} m, the accuracy of its parameters.`]),
  ];
}

/**
 * Metres of the map's unit: the one that the file names, else that of the coordinate system, or the project's where only that
 * leads into its area.
 */
function mapUnit(
  { mapUnitMetres, eastings, northings }: MapConversion,
  lengthMetres: number,
  system: SourceCrs,
  projection: Projection,
): number {
  if (mapUnitMetres !== null) return mapUnitMetres;
  const { metresPerUnit } = system;
  const isIn = (metres: number) =>
    isWithinArea(system, projection, (eastings * metres) / metresPerUnit, (northings * metres) / metresPerUnit);
  return !isIn(metresPerUnit) && isIn(lengthMetres) ? lengthMetres : metresPerUnit;
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
  const { metresPerUnit } = onMap.system;
  const place = (e: number, n: number): Lla =>
    onMap.projection.toLla((east + e) / metresPerUnit, (north + n) / metresPerUnit, height);
  const at = (e: number, n: number) => ecefFromLla(place(e, n));
  const along = (e: number, n: number) => {
    const [from, to] = [at(-e * STEP, -n * STEP), at(e * STEP, n * STEP)];
    return vec3Of((i) => (to[i] - from[i]) / (2 * STEP));
  };
  const frame = enuFrame(place(0, 0)).ecefFromEnu;
  const [eastAxis, northAxis] = [along(1, 0), along(0, 1)];
  const fromMap: Mat4 = [...eastAxis, 0, ...northAxis, 0, frame[8], frame[9], frame[10], 0, ...at(0, 0), 1];
  const [cos, sin] = unit(conversion.xAxis);
  const s = onMap.scale;
  const turn: Mat4 = [s * cos, s * sin, 0, 0, -s * sin, s * cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const fromCentre: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -centre[0], -centre[1], -centre[2], 1];
  return multiply(multiply(fromMap, turn), fromCentre);
}
