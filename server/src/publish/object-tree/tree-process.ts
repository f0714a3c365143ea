import type { Mat4 } from '@overlook/shared/maths';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { uncheckedRefusal } from '../../process/unchecked-refusal.ts';
import type { CheckedTree } from './check-tree.ts';
import { TREE_FILE } from './tree-format.ts';

export interface TreeRequest {
  /** Absolute path of the tree file. */
  readonly file: string;
  /** Null where the layer has several tilesets, each with a frame of its own. */
  readonly toEcef: Mat4 | null;
  readonly properties: {
    readonly files: readonly string[];
    /** Absolute path of the output file with their data about the tree's items. */
    readonly target: string;
  } | null;
}

/** The file that is read, by the name its owner knows, and the number of items read. */
export interface TreeProgress {
  readonly file: string;
  readonly done: number;
}

/**
 * Checks a tree file and its property files in a limited process. Throws `ImportRefusedError` with file, place and
 * reason, also when the memory limit is exceeded; the signal's reason when aborted, after the process has ended.
 */
export async function checkTreeInProcess(
  request: TreeRequest,
  options: LimitedProcessOptions<TreeProgress>,
): Promise<CheckedTree> {
  const worker = { worker: 'tree-worker', base: import.meta.url };
  let current = TREE_FILE;
  const onProgress = (progress: TreeProgress) => {
    current = progress.file;
    options.onProgress?.(progress);
  };
  return runLimited<CheckedTree, TreeProgress>(worker, request, { ...options, onProgress }).catch((error: unknown) => {
    throw uncheckedRefusal(error, current, options.memoryMb, 'Divide it') ?? error;
  });
}
