import { MalformedContent } from './content-errors.ts';

const crashed = new WeakSet<object>();

/** Whether a compiled decoder has trapped: its memory is in an unknown state and it must not be used again. */
export const hasCrashed = (decoder: object): boolean => crashed.has(decoder);

/** Runs `decode`; a trap of the decoder (only damaged data causes one) marks it as crashed and becomes MalformedContent. */
export function guardDecoder<T>(decoder: object, where: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MalformedContent) throw error;
    crashed.add(decoder);
    throw new MalformedContent(
      `${where}: the decoder gave up (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
