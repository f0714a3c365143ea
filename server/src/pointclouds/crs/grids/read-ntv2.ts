import type { GridFile } from './grid-file.ts';
import { assertShape, keeping, type Raster } from './raster.ts';

/** Of the overview and of each grid within: eleven records of a name and a value. */
const HEADER_BYTES = 11 * 16;
const NODE_BYTES = 16;
/** Canada's grid has some hundred. */
const GRIDS_MOST = 4096;
/** The unit of shifts and of places, by what the overview says. */
const DEGREES: Readonly<Record<string, number>> = { SECONDS: 1 / 3600, MINUTES: 1 / 60, DEGREES: 1 };

/** Reads an NTv2 file: its grids, with the finest first. Longitudes in it are positive to the west. Throws `ImportRefusedError`. */
export function readNtv2(file: GridFile): Raster[] {
  const overview = file.read(0, HEADER_BYTES, 'overview');
  const isLittle = overview.readInt32LE(8) === 11;
  if (!isLittle && overview.readInt32BE(8) !== 11)
    throw file.refusal('byte 8', 'is no NTv2 file: its overview does not have eleven records.');
  const count = isLittle ? overview.readInt32LE(40) : overview.readInt32BE(40);
  if (!(count >= 1 && count <= GRIDS_MOST))
    throw file.refusal('byte 40', `says that it has ${count} grids; 1 to ${GRIDS_MOST} are possible.`);
  const unitName = overview.toString('latin1', 56, 64).replaceAll('\0', '').trim();
  const degrees = DEGREES[unitName];
  if (degrees === undefined) throw file.refusal('byte 56', `says “${unitName}” as the unit of its shifts.`);
  const grids: Raster[] = [];
  let at = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    const grid = readGrid(file, at, { isLittle, degrees });
    grids.push(grid);
    at += HEADER_BYTES + grid.columns * grid.rows * NODE_BYTES;
  }
  return grids.toSorted((a, b) => a.stepDeg[1] - b.stepDeg[1]);
}

function readGrid(file: GridFile, at: number, { isLittle, degrees }: { isLittle: boolean; degrees: number }): Raster {
  const header = file.read(at, HEADER_BYTES, 'header of a grid');
  const double = (offset: number) => degrees * (isLittle ? header.readDoubleLE(offset) : header.readDoubleBE(offset));
  const [southDeg, northDeg, east, west] = [double(72), double(88), double(104), double(120)];
  const stepDeg = [double(152), double(136)] as const;
  const columns = Math.round((west - east) / stepDeg[0]) + 1;
  const rows = Math.round((northDeg - southDeg) / stepDeg[1]) + 1;
  const shape = { westDeg: -west, southDeg, stepDeg, columns, rows };
  assertShape(file, `byte ${at}`, shape);
  const said = isLittle ? header.readInt32LE(168) : header.readInt32BE(168);
  const bytes = columns * rows * NODE_BYTES;
  if (said !== columns * rows || at + HEADER_BYTES + bytes > file.sizeBytes)
    throw file.refusal(
      `byte ${at}`,
      `has a grid of ${columns} × ${rows} nodes, but says ${said} of them and ends at byte ${file.sizeBytes}.`,
    );
  const rowBytes = columns * NODE_BYTES;
  const rowAt = keeping((row) => file.read(at + HEADER_BYTES + row * rowBytes, rowBytes, `row ${row}`));
  return {
    ...shape,
    node(column, row, band) {
      const offset = (columns - 1 - column) * NODE_BYTES + band * 4;
      const shift = isLittle ? rowAt(row).readFloatLE(offset) : rowAt(row).readFloatBE(offset);
      return shift * degrees * (band === 1 ? -1 : 1);
    },
  };
}
