import path from 'node:path';
import { listed } from '../../errors/listed.ts';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { unconvertedRefusal } from '../../process/unconverted-refusal.ts';
import type { CadReaderOptions } from './cad-model.ts';
import type { ConvertProgress, PlaceRule } from './convert-files.ts';
import type { ConvertRequest } from './convert-worker.ts';

export interface ConvertProcessOptions extends LimitedProcessOptions<ConvertProgress>, CadReaderOptions {
  readonly place: PlaceRule;
}

/**
 * Converts model files into `folder` in a limited process. Resolves to the omitted parts, one sentence each. Throws
 * `ImportRefusedError`, also when the memory limit is exceeded; the signal's reason when aborted, after the process has
 * ended.
 */
export async function convertInProcess(
  sources: readonly string[],
  folder: string,
  { place, crs, altitudes, gridFolders, siteSystem, ...options }: ConvertProcessOptions,
): Promise<readonly string[]> {
  const worker = { worker: 'convert-worker', base: import.meta.url };
  const request: ConvertRequest = { sources, folder, place, crs, altitudes, gridFolders, siteSystem };
  return runLimited<readonly string[], ConvertProgress>(worker, request, options).catch((error: unknown) => {
    const names = listed(sources.map((source) => path.basename(source)));
    throw unconvertedRefusal(error, names, options.memoryMb, 'Split the model');
  });
}
