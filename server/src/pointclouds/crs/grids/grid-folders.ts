import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { PublishedGrid } from './height-systems.ts';
import { GRID_ENDINGS } from './open-grid.ts';
import type { GridKind } from './raster.ts';

/** Folders of the operator's grids. */
export type GridFolders = Readonly<Record<GridKind, string>>;

/** Their names in `DATA_DIR`. */
export const GRID_FOLDER_NAMES: GridFolders = { geoid: 'geoids', datum: 'datum-grids' };

/** The folders of grids of an installation, beside `<DATA_DIR>/files`. */
export const gridFoldersOf = (filesDir: string): GridFolders => ({
  geoid: path.join(path.dirname(filesDir), GRID_FOLDER_NAMES.geoid),
  datum: path.join(path.dirname(filesDir), GRID_FOLDER_NAMES.datum),
});

/** The path of a grid's file, with the name that PROJ publishes or that of its maker, in any case; null where it is not installed. */
export function installedGrid(folders: GridFolders, kind: GridKind, { stem }: PublishedGrid): string | null {
  const stems = [stem, stem.replace(/^[a-z]{2}_[a-z]+_/, '')];
  const wanted = stems.flatMap((one) => GRID_ENDINGS[kind].map((ending) => `${one}${ending}`.toLowerCase()));
  const found = namesIn(folders[kind])
    .filter((name) => wanted.includes(name.toLowerCase()))
    .toSorted((a, b) => wanted.indexOf(a.toLowerCase()) - wanted.indexOf(b.toLowerCase()));
  return found[0] === undefined ? null : path.join(folders[kind], found[0]);
}

/** The names of the files in a folder of grids whose endings are those of grids; none where there is no folder. */
export const gridFilesIn = (folders: GridFolders, kind: GridKind): string[] =>
  namesIn(folders[kind]).filter((name) => GRID_ENDINGS[kind].some((ending) => name.toLowerCase().endsWith(ending)));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
