import path from 'node:path';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { listed } from '../../errors/listed.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { converterFault, unconvertedRefusal } from '../../process/unconverted-refusal.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { makeWorkFolder, type WorkFolder } from '../store/work-folder.ts';
import type { FoundBase } from './base-cloud.ts';
import type { BuildProgress } from './build/build-progress.ts';
import type { ConvertedCloud, ConvertPointsRequest } from './convert-points-worker.ts';
import type { FoundPointFiles } from './find-point-files.ts';

export interface ConvertPointsContext extends LimitedProcessOptions<BuildProgress> {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly fs: PublishFs;
  /** The earlier capture of the layer. */
  readonly base: FoundBase;
  /** The operator's statement about the coordinates. */
  readonly place: Pick<ConvertPointsRequest, 'crs' | 'altitudes' | 'at' | 'replacePosition' | 'siteSystem'>;
  readonly withPictures: boolean;
  readonly part: ConvertPointsRequest['part'];
}

/** A converted points layer, until its work folder is removed. */
export interface ConvertedPoints extends ConvertedCloud, Pick<WorkFolder, 'remove'> {
  /** The original files, for messages. */
  readonly names: string;
  /** Has the tileset. */
  readonly tilesFolder: string;
  /** Has the exact store. */
  readonly storeFolder: string;
  /** The capture that it is a part of; null for a whole cloud. */
  readonly partOfCaptureId: number | null;
}

/** Converts point clouds to tiles and an exact store. Throws `ImportRefusedError` and then leaves no files. */
export async function convertPoints(
  { files, others }: FoundPointFiles,
  { filesDir, fs, base, place, withPictures, part, ...options }: ConvertPointsContext,
): Promise<ConvertedPoints> {
  const work = await makeWorkFolder({ filesDir, fs });
  const [outFolder, workFolder] = [path.join(work.folder, 'built'), path.join(work.folder, 'spool')];
  const names = listed(files.map(({ name }) => name));
  try {
    await fs.makeFolder(outFolder);
    await fs.makeFolder(workFolder);
    const built = await convertInProcess(
      {
        ...place,
        base: base.base,
        part,
        withPictures,
        files,
        outFolder,
        workFolder,
        gridFolders: gridFoldersOf(filesDir),
      },
      names,
      options,
    );
    return {
      description: built.description,
      beside: built.beside,
      warnings: [...otherFiles(others), ...built.warnings, ...base.warnings],
      names,
      tilesFolder: path.join(outFolder, 'tiles'),
      storeFolder: path.join(outFolder, 'store'),
      partOfCaptureId: part ? base.captureId : null,
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
): Promise<ConvertedCloud> {
  const worker = { worker: 'convert-points-worker', base: import.meta.url };
  return runLimited<ConvertedCloud, BuildProgress>(worker, request, options).catch((error: unknown) => {
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
