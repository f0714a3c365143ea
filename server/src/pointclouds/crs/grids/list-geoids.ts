import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { sha256Of } from '../../../storage/objects/object-sources.ts';
import { type GridFolders, gridFilesIn, installedGrid } from './grid-folders.ts';
import { HEIGHT_SYSTEMS } from './height-systems.ts';
import { areasOfFile, type GridArea } from './open-grid.ts';

/** A file of a geoid in `DATA_DIR/geoids`. */
export interface InstalledGeoid {
  readonly file: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Of the grids in it, the finest first; none where it cannot be read. */
  readonly areas: readonly GridArea[];
  /** Why it cannot be read, and the way on; null where it can. */
  readonly problem: string | null;
}

/** A geoid that imports use once it is installed. */
export interface KnownGeoid {
  /** The heights that are above it, and their EPSG codes. */
  readonly system: string;
  readonly codes: readonly number[];
  readonly grid: string;
  /** The name of its file, as PROJ publishes it, without the ending. */
  readonly stem: string;
  readonly installed: InstalledGeoid | null;
}

export interface GeoidList {
  readonly geoids: readonly KnownGeoid[];
  /** Files in the folder that are no known grid by their names: no import uses them. */
  readonly unknown: readonly string[];
}

/** The geoids that are known, and which of them are installed. Heads are read, and all bytes for the hash. */
export async function listGeoids(folders: GridFolders, signal: AbortSignal): Promise<GeoidList> {
  const geoids: KnownGeoid[] = [];
  for (const { name, codes, grids } of HEIGHT_SYSTEMS) {
    for (const grid of grids) {
      const found = installedGrid(folders, 'geoid', grid);
      const installed = found === null ? null : await describeGeoid(found, signal);
      geoids.push({ system: name, codes, grid: grid.name, stem: grid.stem, installed });
    }
  }
  const used = new Set(geoids.flatMap(({ installed }) => installed?.file ?? []));
  const unknown = gridFilesIn(folders, 'geoid').filter((name) => !used.has(name));
  return { geoids, unknown: unknown.toSorted() };
}

async function describeGeoid(filePath: string, signal: AbortSignal): Promise<InstalledGeoid> {
  const file = path.basename(filePath);
  const { size: sizeBytes } = await stat(filePath);
  const sha256 = await sha256Of(createReadStream(filePath, { signal }));
  try {
    return { file, sizeBytes, sha256, areas: areasOfFile(filePath, 'geoid'), problem: null };
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    return { file, sizeBytes, sha256, areas: [], problem: error.message };
  }
}
