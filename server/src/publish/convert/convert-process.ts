import path from 'node:path';
import { ImportRefusedError } from '../import-refused.ts';
import { listed } from './listed.ts';
import {
  type LimitedProcessOptions,
  ProcessEndedError,
  WorkFailedError,
  runLimited,
} from '../process/limited-process.ts';
import type { ConvertProgress, PlaceRule } from './convert-files.ts';
import type { ConvertRequest } from './convert-worker.ts';

export interface ConvertProcessOptions extends LimitedProcessOptions<ConvertProgress> {
  readonly place: PlaceRule;
}

/**
 * Converts model files into `folder` in a limited process. Resolves to what was left out, one sentence each. Throws
 * `ImportRefusedError`, also when the memory does not suffice; the signal's reason when aborted, after the process has ended.
 */
export async function convertInProcess(
  sources: readonly string[],
  folder: string,
  { place, ...options }: ConvertProcessOptions,
): Promise<readonly string[]> {
  const worker = { worker: 'convert-worker', base: import.meta.url };
  const request: ConvertRequest = { sources, folder, place };
  return runLimited<readonly string[], ConvertProgress>(worker, request, options).catch((error: unknown) => {
    const names = listed(sources.map((source) => path.basename(source)));
    if (error instanceof WorkFailedError) {
      const refusal = new ImportRefusedError(
        names,
        '',
        `cannot be converted, by a fault of the converter: ${error.message}`,
      );
      refusal.cause = error;
      throw refusal;
    }
    if (!(error instanceof ProcessEndedError)) throw error;
    const reason = error.wasSilent
      ? 'was aborted: reading it made no progress for a quarter of an hour.'
      : `needs more than ${options.memoryMb} MB of memory to be converted, or broke its reader. Split the model, or raise CONVERT_MEMORY_MB.`;
    throw new ImportRefusedError(names, '', reason);
  });
}
