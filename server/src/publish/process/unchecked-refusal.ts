import { ImportRefused } from '../import-refused.ts';
import { ProcessEnded, WorkFailed } from './limited-process.ts';

/**
 * The refusal of file `name` whose check ended without an answer: by a fault of the reader, by too much memory or by
 * silence; null for any other error. `remedy` says what its owner can do about its size.
 */
export function uncheckedRefusal(error: unknown, name: string, memoryMb: number, remedy: string): ImportRefused | null {
  if (error instanceof WorkFailed) {
    const refusal = new ImportRefused(name, '', `cannot be checked, by a fault of the reader: ${error.message}`);
    refusal.cause = error;
    return refusal;
  }
  if (!(error instanceof ProcessEnded)) return null;
  const reason = error.wasSilent
    ? 'was not checked: its reader reported nothing for a quarter of an hour.'
    : `needs more than ${memoryMb} MB of memory to be checked, or broke its reader. ${remedy}, or raise CONVERT_MEMORY_MB.`;
  return new ImportRefused(name, '', reason);
}
