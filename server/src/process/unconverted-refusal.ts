import { ImportRefusedError } from '../errors/import-refused.ts';
import { ProcessEndedError, WorkFailedError } from './limited-process.ts';

/**
 * The refusal of files whose conversion ended without an answer: by an error of the converter, too much memory or silence;
 * any other error is returned unchanged. `remedy` tells the owner how to make them smaller; another way follows it, and
 * it may be empty.
 */
export function unconvertedRefusal(error: unknown, names: string, memoryMb: number, remedy: string): unknown {
  if (error instanceof WorkFailedError) return converterFault(names, error.message, error);
  if (!(error instanceof ProcessEndedError)) return error;
  const more = remedy === '' ? 'Raise CONVERT_MEMORY_MB.' : `${remedy}, or raise CONVERT_MEMORY_MB.`;
  const reason = error.wasSilent
    ? 'was aborted: reading it made no progress for a quarter of an hour.'
    : `needs more than ${memoryMb} MB of memory to be converted, or broke its reader. ${more}`;
  return new ImportRefusedError(names, '', reason);
}

/** A refusal for which the files are not to blame. */
export function converterFault(names: string, reason: string, cause: Error): ImportRefusedError {
  const refusal = new ImportRefusedError(names, '', `cannot be converted, by a fault of the converter: ${reason}`);
  refusal.cause = cause;
  return refusal;
}
