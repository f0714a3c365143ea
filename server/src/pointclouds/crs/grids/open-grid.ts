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

/** The part of a grid's file around a place; null where it has no value there. Throws `ImportRefusedError` for a file that cannot be read. */
export function patchOfFile(
  filePath: string,
  kind: GridKind,
  place: readonly [longitude: number, latitude: number],
  name: string,
): GridPatch | null {
  const file = new GridFile(filePath);
  for (const raster of READERS[path.extname(filePath).toLowerCase()]!(file, kind)) {
    const patch = cutPatch(raster, place, kind);
    if (patch) return { name, file: file.name, ...patch };
  }
  return null;
}
