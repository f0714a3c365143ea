import type { GridFile } from './grid-file.ts';

/** Nodes of a grid at equal steps of longitude and latitude, read as they are asked for. Row 0 is the south, column 0 the west. */
export interface Raster {
  readonly westDeg: number;
  readonly southDeg: number;
  readonly stepDeg: readonly [longitude: number, latitude: number];
  readonly columns: number;
  readonly rows: number;
  /** Metres, or degrees that a datum shifts; NaN where the grid has no value. */
  node(column: number, row: number, band: number): number;
}

/** What a grid gives: heights of a geoid (one band), or shifts of latitude and longitude, both degrees, the second to the east. */
export type GridKind = 'geoid' | 'datum';

/** The largest grid in use has 16,000 nodes in a row: half a minute around the Earth is 43,200. */
const NODES_MOST = 50_000;

type Shape = Pick<Raster, 'westDeg' | 'southDeg' | 'stepDeg' | 'columns' | 'rows'>;

/** Throws `ImportRefusedError` for a shape that no grid on the Earth has. */
export function assertShape(file: GridFile, place: string, shape: Shape): void {
  const { westDeg, southDeg, stepDeg, columns, rows } = shape;
  const areCounts = [columns, rows].every((count) => Number.isInteger(count) && count >= 2 && count <= NODES_MOST);
  if (!areCounts)
    throw file.refusal(place, `says ${columns} columns and ${rows} rows; 2 to ${NODES_MOST} of each are possible.`);
  if (!stepDeg.every((step) => step > 1e-5 && step <= 90))
    throw file.refusal(place, `says steps of ${stepDeg[0]} and ${stepDeg[1]} degrees, which no grid has.`);
  const [north, width] = [southDeg + (rows - 1) * stepDeg[1], (columns - 1) * stepDeg[0]];
  if (!(Math.abs(westDeg) <= 540 && southDeg >= -90.5 && north <= 90.5 && width <= 361))
    throw file.refusal(
      place,
      `says longitudes from ${westDeg} to ${westDeg + width} and latitudes from ${southDeg} to ${north} degrees, which are not on the Earth.`,
    );
}

/** Parts of a file that are kept: at most this many bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Keeps what was read last, so that neighbours are not read again; when it is full it begins anew. */
export function keeping<Part extends { readonly byteLength: number }>(read: (index: number) => Part): typeof read {
  const kept = new Map<number, Part>();
  let bytes = 0;
  return (index) => {
    const known = kept.get(index);
    if (known) return known;
    const part = read(index);
    if (bytes + part.byteLength > KEPT_BYTES) {
      kept.clear();
      bytes = 0;
    }
    kept.set(index, part);
    bytes += part.byteLength;
    return part;
  };
}
