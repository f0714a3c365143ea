import type { VerticalSystem } from './vertical-system.ts';

/**
 * The part of a grid of heights or of a datum around a place, as plain data: it is kept with what was placed by it, so that a
 * later change of the grid's file moves nothing. Rows go north and columns east, from the south-western node; WGS84 degrees.
 */
export interface GridPatch {
  /** For people: "AUSGeoid2020". */
  readonly name: string;
  /** The name of the file that it was cut from. */
  readonly file: string;
  /** Of a geoid: the system whose heights are above it. */
  readonly system?: VerticalSystem | undefined;
  readonly westDeg: number;
  readonly southDeg: number;
  readonly stepDeg: readonly [longitude: number, latitude: number];
  readonly columns: number;
  readonly rows: number;
  /** One list for each quantity: metres of a geoid above the ellipsoid; or degrees of latitude, and of longitude, that a datum shifts. */
  readonly bands: readonly (readonly number[])[];
}

/** The grids by which a coordinate system is computed. */
export interface SystemGrids {
  /** Of the surface that heights are above; without it that is EGM96. */
  readonly geoid?: GridPatch | undefined;
  /** Of the shift from the system's datum to WGS84, in place of its parameters. */
  readonly datum?: GridPatch | undefined;
}

/** The nearest place of a patch, and where it is between its nodes. */
export interface PatchPlace {
  readonly longitude: number;
  readonly latitude: number;
  /** The place that was asked for is within the patch. */
  readonly isWithin: boolean;
  /** The value of a band there, between the four nodes around it. */
  value(band: number): number;
}

/** Whether a patch has nodes around a place. */
export const isWithinPatch = (patch: GridPatch, longitude: number, latitude: number): boolean =>
  placeInPatch(patch, longitude, latitude).isWithin;

const clamped = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Finds a place of a patch; for one beyond its border the nearest on the border. Longitudes may be those of another turn. */
export function placeInPatch(patch: GridPatch, longitude: number, latitude: number): PatchPlace {
  const { westDeg, southDeg, stepDeg, columns, rows, bands } = patch;
  const middle = westDeg + ((columns - 1) * stepDeg[0]) / 2;
  const turns = Math.round((longitude - middle) / 360);
  const [x, y] = [(longitude - 360 * turns - westDeg) / stepDeg[0], (latitude - southDeg) / stepDeg[1]];
  const [u, v] = [clamped(x, columns - 1), clamped(y, rows - 1)];
  const [column, row] = [Math.min(Math.floor(u), columns - 2), Math.min(Math.floor(v), rows - 2)];
  const [east, north] = [u - column, v - row];
  const at = row * columns + column;
  return {
    longitude: westDeg + u * stepDeg[0] + 360 * turns,
    latitude: southDeg + v * stepDeg[1],
    isWithin: u === x && v === y,
    value(band) {
      const nodes = bands[band]!;
      const south = nodes[at]! * (1 - east) + nodes[at + 1]! * east;
      return south * (1 - north) + (nodes[at + columns]! * (1 - east) + nodes[at + columns + 1]! * east) * north;
    },
  };
}
