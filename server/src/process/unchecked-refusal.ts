import { ImportRefusedError } from '../errors/import-refused.ts';
import { ProcessEndedError, WorkFailedError } from './limited-process.ts';

/**
 * The refusal of file `name` whose check ended without an answer: by an error of the reader, too much memory or
 * silence; null for any other error. `remedy` tells the owner how to make it smaller.
 */
export function uncheckedRefusal(
  error: unknown,
  name: string,
  memoryMb: number,
  remedy: string,
): ImportRefusedError | null {
  if (error instanceof WorkFailedError) {
    const refusal = new ImportRefusedError(name, '', `cannot be checked, by a fault of the reader: ${error.message}`);
    refusal.cause = error;
    return refusal;
  }
  if (!(error instanceof ProcessEndedError)) return null;
  const reason = error.wasSilent
    ? 'was not checked: its reader reported nothing for a quarter of an hour.'
    : `needs more than ${memoryMb} MB of memory to be checked, or broke its reader. ${remedy}, or raise CONVERT_MEMORY_MB.`;
  return new ImportRefusedError(name, '', reason);
}
