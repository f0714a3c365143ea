import type { AskedGrids } from '@overlook/shared/schemas';
import { runLimited } from '../../../process/limited-process.ts';
import type { GridFolders } from './grid-folders.ts';
import { areGridsInstalled, gridsAt, type GridsAt } from './grids-at.ts';

/** Heads and a few blocks of files are read, of any size. */
const MEMORY_MB = 512;

/** `gridsAt`, in a process of its own where a file has to be opened. Throws as `runLimited` does. */
export async function gridsInProcess(asked: AskedGrids, folders: GridFolders, signal: AbortSignal): Promise<GridsAt> {
  if (!areGridsInstalled(asked, folders)) return gridsAt(asked, folders);
  const request = { asked, folders };
  return runLimited<GridsAt>({ worker: 'grids-worker', base: import.meta.url }, request, {
    memoryMb: MEMORY_MB,
    signal,
  });
}
