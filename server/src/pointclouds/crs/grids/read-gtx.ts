import type { GridFile } from './grid-file.ts';
import { assertShape, keeping, type Raster } from './raster.ts';

const HEADER_BYTES = 40;
/** What grids of NOAA have where there is no value. */
const NO_VALUE = -88.8888;

/**
 * Reads a GTX file: latitude and longitude of the south-western node, steps, rows and columns, and the heights in metres by rows
 * from the south; all big-endian. Throws `ImportRefusedError`.
 */
export function readGtx(file: GridFile): Raster[] {
  const header = file.read(0, HEADER_BYTES, 'header');
  const [southDeg, westDeg, latitudeStep, longitudeStep] = [0, 8, 16, 24].map((at) => header.readDoubleBE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const [rows, columns] = [header.readInt32BE(32), header.readInt32BE(36)];
  const shape = { westDeg, southDeg, stepDeg: [longitudeStep, latitudeStep] as const, columns, rows };
  assertShape(file, 'its header', shape);
  const rowBytes = columns * 4;
  if (file.sizeBytes < HEADER_BYTES + rows * rowBytes)
    throw file.refusal('its header', `says ${rows} rows of ${columns} heights, but it ends at byte ${file.sizeBytes}.`);
  const rowAt = keeping((row) => file.read(HEADER_BYTES + row * rowBytes, rowBytes, `row ${row}`));
  return [
    {
      ...shape,
      node(column, row) {
        const height = rowAt(row).readFloatBE(column * 4);
        return Math.abs(height - NO_VALUE) < 1e-4 ? NaN : height;
      },
    },
  ];
}
