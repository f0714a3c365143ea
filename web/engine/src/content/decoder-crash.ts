import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { ContentPlatform } from './content-platform.ts';

const crashed = new WeakSet<object>();

/** Whether a compiled decoder has trapped: its memory is in an unknown state and it must not be used again. */
export const hasCrashed = (decoder: object): boolean => crashed.has(decoder);

/** Runs `decode`; a trap of the decoder (only damaged data causes one) marks it as crashed and becomes MalformedContentError. */
export async function guardDecoder<T>(
  decoder: object,
  platform: ContentPlatform,
  where: string,
  decode: () => T | Promise<T>,
): Promise<T> {
  platform.onDecoding(true);
  try {
    return await decode();
  } catch (error) {
    if (error instanceof MalformedContentError) throw error;
    crashed.add(decoder);
    throw new MalformedContentError(
      where,
      `the decoder gave up (${error instanceof Error ? error.message : String(error)}).`,
    );
  } finally {
    platform.onDecoding(false);
  }
}
