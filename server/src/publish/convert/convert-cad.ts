import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { TREE_FILE } from '../object-tree/tree-format.ts';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { listed } from '../../errors/listed.ts';
import { converterFault } from '../../process/unconverted-refusal.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { readableFile } from '../readable-file.ts';
import { isFolder } from '../../storage/source-folder.ts';
import { makeWorkFolder, type WorkFolder } from '../store/work-folder.ts';
import { type ConvertProcessOptions, convertInProcess } from './convert-process.ts';
import { modelEnding } from './model-kinds.ts';

export interface ConvertCadContext extends Omit<ConvertProcessOptions, 'gridFolders'> {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly fs: PublishFs;
}

/** A converted layer: a folder with `tileset.json` and `tree.jsonl`, until it is removed. */
export interface ConvertedCad extends WorkFolder {
  /** The files from which it was made. */
  readonly models: readonly string[];
  /** What was left out, one sentence each. */
  readonly warnings: readonly string[];
}

/** Converts models to a folder that can be published. Throws `ImportRefusedError` and then leaves no files. */
export async function convertCad(
  models: readonly string[],
  { filesDir, fs, ...options }: ConvertCadContext,
): Promise<ConvertedCad> {
  const work = await makeWorkFolder({ filesDir, fs });
  const gridFolders = gridFoldersOf(filesDir);
  try {
    return { ...work, models, warnings: await convertInProcess(models, work.folder, { ...options, gridFolders }) };
  } catch (error) {
    await work.remove();
    throw error;
  }
}

/**
 * The model files of a CAD layer's sources, in the order of their names where they are in a folder; null
 * for one source that is something else, such as a tileset. Throws `ImportRefusedError` where models come with others.
 */
export async function modelFiles(sources: readonly string[]): Promise<string[] | null> {
  const found: string[] = [];
  for (const source of sources) {
    const models = modelEnding(source) ? [await readableFile(source)] : await modelsInFolder(source);
    if (models.length === 0 && sources.length > 1)
      throw new ImportRefusedError(
        path.basename(source),
        '',
        'is no model that is converted; a tileset has to be the only CAD source.',
      );
    for (const model of models) found.push(model);
  }
  return found.length > 0 ? found : null;
}

/** Files that the conversion has made, so that the operator does not know them. */
const MADE_TILES = /^(tileset\.json|tiles\/\d+\.glb)$/;

/**
 * Runs a step over the result of a conversion, and reports a refusal as a fault of the models, with the item if one is
 * named.
 */
export async function inModels<T>({ models, folder }: ConvertedCad, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    const names = listed(models.map((model) => path.basename(model)));
    if (error.file === TREE_FILE)
      throw new ImportRefusedError(names, error.place.replace(/^line \d+(, )?/, ''), error.reason);
    if (error.file === path.basename(folder)) throw new ImportRefusedError(names, error.place, error.reason);
    if (!MADE_TILES.test(error.file)) throw error;
    throw converterFault(names, error.reason, error);
  }
}

async function modelsInFolder(source: string): Promise<string[]> {
  // A file that cannot be read is refused with the reason when it is published.
  if (!(await isFolder(source).catch(() => false))) return [];
  const names = await readdir(source);
  if (names.includes('tileset.json') || names.includes('models.json')) return [];
  return names
    .filter((name) => modelEnding(name) && !name.startsWith('.'))
    .sort()
    .map((name) => path.join(source, name));
}
