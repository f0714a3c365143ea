import type { StopSignal } from '../point-files/index.ts';
import { MalformedContentError } from '../tiles3d/index.ts';

/** The bytes of an archive, which are read by ranges. */
export interface ArchiveSource {
  readonly sizeBytes: number;
  /**
   * The bytes `from` to `to` (exclusive), which are within the archive, as a buffer of their own. Rejects with an error that says so where
   * they cannot be read any more, which `where` names, or with the reason of `signal`.
   */
  read(from: number, to: number, where: string, signal?: StopSignal): Promise<ArrayBuffer>;
}

/** Rejects with MalformedContentError for a range beyond the end. */
export async function readRange(
  source: ArchiveSource,
  at: number,
  bytes: number,
  where: string,
  signal?: StopSignal | null,
): Promise<DataView<ArrayBuffer>> {
  if (!(at >= 0 && bytes >= 0 && at + bytes <= source.sizeBytes))
    throw new MalformedContentError(where, `The file is cut off or damaged: it ends at byte ${source.sizeBytes}.`);
  return new DataView(await source.read(at, at + bytes, where, signal ?? undefined));
}
