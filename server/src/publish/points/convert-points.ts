import path from 'node:path';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { listed } from '../../errors/listed.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { converterFault, unconvertedRefusal } from '../../process/unconverted-refusal.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { makeWorkFolder, type WorkFolder } from '../store/work-folder.ts';
import type { BuiltCloud } from './build/build-cloud.ts';
import type { BuildProgress } from './build/build-progress.ts';
import type { ConvertPointsRequest } from './convert-points-worker.ts';
import type { FoundPointFiles } from './find-point-files.ts';

export interface ConvertPointsContext extends LimitedProcessOptions<BuildProgress> {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly fs: PublishFs;
  /** The operator's statement about the coordinates. */
  readonly place: Pick<ConvertPointsRequest, 'crs' | 'altitudes' | 'at' | 'replacePosition'>;
}

/** A converted points layer, until its work folder is removed. */
export interface ConvertedPoints extends BuiltCloud, Pick<WorkFolder, 'remove'> {
  /** The original files, for messages. */
  readonly names: string;
  /** Has the tileset. */
  readonly tilesFolder: string;
  /** Has the exact store. */
  readonly storeFolder: string;
}

/** Converts point clouds to tiles and an exact store. Throws `ImportRefusedError` and then leaves no files. */
export async function convertPoints(
  { files, others }: FoundPointFiles,
  { filesDir, fs, place, ...options }: ConvertPointsContext,
): Promise<ConvertedPoints> {
  const work = await makeWorkFolder({ filesDir, fs });
  const [outFolder, workFolder] = [path.join(work.folder, 'built'), path.join(work.folder, 'spool')];
  const names = listed(files.map(({ name }) => name));
  try {
    await fs.makeFolder(outFolder);
    await fs.makeFolder(workFolder);
    const built = await convertInProcess(
      { ...place, files, outFolder, workFolder, gridFolders: gridFoldersOf(filesDir) },
      names,
      options,
    );
    return {
      description: built.description,
      warnings: [...otherFiles(others), ...built.warnings],
      names,
      tilesFolder: path.join(outFolder, 'tiles'),
      storeFolder: path.join(outFolder, 'store'),
      remove: work.remove,
    };
  } catch (error) {
    await work.remove();
    throw error;
  }
}

const otherFiles = (others: readonly string[]): string[] =>
  others.length === 0 ? [] : [`No point clouds, and left out: ${listed(others)}.`];

async function convertInProcess(
  request: ConvertPointsRequest,
  names: string,
  options: LimitedProcessOptions<BuildProgress>,
): Promise<BuiltCloud> {
  const worker = { worker: 'convert-points-worker', base: import.meta.url };
  return runLimited<BuiltCloud, BuildProgress>(worker, request, options).catch((error: unknown) => {
    throw unconvertedRefusal(error, names, options.memoryMb, '');
  });
}

/** Runs a step over converted point clouds, and reports a refusal as a fault of the converter. */
export async function inPoints<T>({ names }: ConvertedPoints, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof ImportRefusedError ? converterFault(names, error.message, error) : error;
  }
}
