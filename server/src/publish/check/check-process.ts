import path from 'node:path';
import type { CheckOptions, CheckedLayer } from './check-layer.ts';
import type { LayerName } from '../../storage/layers.ts';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { uncheckedRefusal } from '../../process/unchecked-refusal.ts';
import { type SourceFile, SourceFolder } from '../../storage/source-folder.ts';

export interface CheckRequest extends Pick<CheckOptions, 'at' | 'replacePosition'> {
  /** In the order they are checked. */
  readonly layers: readonly (readonly [LayerName, source: string])[];
}

/** Contents of a layer checked so far. */
export interface CheckProgress {
  readonly layer: LayerName;
  readonly done: number;
}

/** A checked layer between processes, with its folder as data. */
export interface CheckMessage extends Omit<CheckedLayer, 'folder'> {
  readonly root: string;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/**
 * Checks layers in a limited process. Throws `ImportRefusedError` with file, place and reason, also when the memory
 * limit is exceeded; the signal's reason when aborted, after the process has ended.
 */
export async function checkInProcess(
  request: CheckRequest,
  options: LimitedProcessOptions<CheckProgress>,
): Promise<CheckedLayer[]> {
  const worker = { worker: 'check-worker', base: import.meta.url };
  let current = request.layers[0]!;
  const onProgress = (progress: CheckProgress) => {
    current = request.layers.find(([layer]) => layer === progress.layer) ?? current;
    options.onProgress?.(progress);
  };
  const answer = await runLimited<CheckMessage[], CheckProgress>(worker, request, { ...options, onProgress }).catch(
    (error: unknown) => {
      throw uncheckedRefusal(error, path.basename(current[1]), options.memoryMb, 'Split the tileset') ?? error;
    },
  );
  return answer.map(({ root, files, ...layer }) => ({ ...layer, folder: SourceFolder.of(root, files) }));
}
