/** Where the points of a file are on the earth, by the coordinate system that it states. */
import { CrsError, openProjection, resolveCrs, type SourceCrs, type SystemGrids } from '@overlook/shared/crs';
import { ecefFromLla } from '@overlook/shared/maths';
import type { StatedCrs } from '@overlook/shared/point-files';
import type { AskedGrids } from '@overlook/shared/schemas';
import { loadCrsEngines } from './crs-engines.ts';

/** Coordinates of the file to ECEF metres. Throws RangeError for points outside the area of a projection. */
export type ToEcef = (x: number, y: number, z: number) => readonly number[];

export interface CloudPlace {
  readonly toEcef: ToEcef;
  /** Side of the cells in which one affine map is exact to a millimetre, in units of the plan. */
  readonly cell: number;
  readonly name: string;
}

/** The grids of heights and datums around a place, from wherever the page has them. */
export type GridsOf = (asked: AskedGrids) => Promise<SystemGrids>;

/** Metres: an affine map has an error of less than a millimetre in a cell of this size. */
const CELL_M = 100;
const METRES_PER_DEGREE = 111_320;

/**
 * Null where the file states no system; throws `CrsError` for one that cannot be used. Loads the libraries for the
 * computation. `first` is a point of the file, around which it is computed by the grids of `gridsOf`; without these by EGM96 and the
 * parameters of the datum.
 */
export async function cloudPlace(
  stated: StatedCrs | null,
  first: readonly [x: number, y: number] | null = null,
  gridsOf: GridsOf | null = null,
): Promise<CloudPlace | null> {
  if (!stated) return null;
  await loadCrsEngines();
  const crs = resolveCrs(stated, {});
  if (!crs) return null;
  const grids = first && gridsOf ? await gridsAround(crs, first, gridsOf) : {};
  return { toEcef: toEcefOf({ ...crs, grids }), cell: cellOf(crs), name: crs.name };
}

async function gridsAround(
  { kind, proj4, epsg, vertical }: SourceCrs,
  [x, y]: readonly [number, number],
  gridsOf: GridsOf,
): Promise<SystemGrids> {
  if (kind === 'geocentric' || (epsg === null && vertical === null)) return {};
  const { longitude, latitude } = openProjection(proj4, 'ellipsoidal').toLla(x, y, 0);
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isOnEarth ? gridsOf({ epsg, vertical, longitude, latitude }) : {};
}

function toEcefOf(crs: SourceCrs): ToEcef {
  const { kind, metresPerUnit, metresPerHeightUnit } = crs;
  if (kind === 'geocentric') return (x, y, z) => [x * metresPerUnit, y * metresPerUnit, z * metresPerUnit];
  const projection = openProjection(crs.proj4, crs.heights, crs.grids);
  return (x, y, z) => ecefFromLla(projection.toLla(x, y, z * metresPerHeightUnit));
}

const cellOf = ({ kind, metresPerUnit }: SourceCrs): number =>
  kind === 'geographic' ? CELL_M / METRES_PER_DEGREE : CELL_M / metresPerUnit;

/** Whether an error is about the coordinate system of a file, so that the file can be placed manually, and not about damaged data. */
export const isCrsError = (error: unknown): error is Error => error instanceof CrsError || error instanceof RangeError;

/** The same with an affine map for each cell: a projection takes microseconds per point, and this a tenth of that. */
export function byCells({ toEcef, cell }: CloudPlace): (x: number, y: number, z: number, out: Float64Array) => void {
  const maps = new Map<string, Float64Array>();
  let [nowX, nowY, nowZ] = [Number.NaN, Number.NaN, Number.NaN];
  let map: Float64Array = new Float64Array(12);
  return (x, y, z, out) => {
    const [cx, cy, cz] = [Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / CELL_M)];
    if (cx !== nowX || cy !== nowY || cz !== nowZ) {
      [nowX, nowY, nowZ] = [cx, cy, cz];
      const key = `${cx} ${cy} ${cz}`;
      map = maps.get(key) ?? affineIn(toEcef, [(cx + 0.5) * cell, (cy + 0.5) * cell, (cz + 0.5) * CELL_M], cell);
      maps.set(key, map);
    }
    const [dx, dy, dz] = [x - (cx + 0.5) * cell, y - (cy + 0.5) * cell, z - (cz + 0.5) * CELL_M];
    for (let k = 0; k < 3; k++) out[k] = map[9 + k]! + map[k]! * dx + map[3 + k]! * dy + map[6 + k]! * dz;
  };
}

/** Three columns a unit of each axis, and the middle, by central differences. */
function affineIn(toEcef: ToEcef, middle: readonly [number, number, number], cell: number): Float64Array {
  const map = new Float64Array(12);
  for (let axis = 0; axis < 3; axis++) {
    const half = axis === 2 ? CELL_M / 2 : cell / 2;
    const at = (side: number) => {
      const point = [...middle] as [number, number, number];
      point[axis]! += side * half;
      return toEcef(...point);
    };
    const [before, after] = [at(-1), at(1)];
    for (let k = 0; k < 3; k++) map[3 * axis + k] = (after[k]! - before[k]!) / (2 * half);
  }
  map.set(toEcef(...middle), 9);
  return map;
}
