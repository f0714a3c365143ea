import path from 'node:path';
import type { GridPatch } from '../index.ts';
import { cutPatch } from './cut-patch.ts';
import { GridFile } from './grid-file.ts';
import type { GridKind, Raster } from './raster.ts';
import { readGeotiff } from './read-geotiff.ts';
import { readGtx } from './read-gtx.ts';
import { readNtv2 } from './read-ntv2.ts';

/** The endings of the files of grids. */
export const GRID_ENDINGS: Readonly<Record<GridKind, readonly string[]>> = {
  geoid: ['.tif', '.gtx'],
  datum: ['.tif', '.gsb'],
};

const READERS: Readonly<Record<string, (file: GridFile, kind: GridKind) => Raster[]>> = {
  '.tif': readGeotiff,
  '.gtx': readGtx,
  '.gsb': readNtv2,
};

/** The grids in a file, the finest first. Throws `ImportRefusedError` for one that cannot be read. */
const rastersOf = (file: GridFile, kind: GridKind): Raster[] =>
  READERS[path.extname(file.name).toLowerCase()]!(file, kind);

/** The part of the Earth that a grid has, degrees; `east` may be beyond 180. */
export interface GridArea {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The areas of the grids in a file, the finest first. Throws `ImportRefusedError` for one that cannot be read. */
export const areasOfFile = (filePath: string, kind: GridKind): GridArea[] =>
  rastersOf(new GridFile(filePath), kind).map(({ westDeg, southDeg, stepDeg, columns, rows }) => {
    const west = westDeg >= 180 ? westDeg - 360 : westDeg;
    return {
      west: rounded(west),
      south: rounded(southDeg),
      east: rounded(west + (columns - 1) * stepDeg[0]),
      north: rounded(southDeg + (rows - 1) * stepDeg[1]),
    };
  });

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** The part of a grid's file around a place; null where it has no value there. Throws `ImportRefusedError` for a file that cannot be read. */
export function patchOfFile(
  filePath: string,
  kind: GridKind,
  place: readonly [longitude: number, latitude: number],
  name: string,
): GridPatch | null {
  const file = new GridFile(filePath);
  for (const raster of rastersOf(file, kind)) {
    const patch = cutPatch(raster, place, kind);
    if (patch) return { name, file: file.name, ...patch };
  }
  return null;
}
