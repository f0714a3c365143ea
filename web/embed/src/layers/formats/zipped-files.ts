/** Reads the files of a ZIP archive that a person opens. */
import { inflateRaw } from '@overlook/engine/inflate';
import { type ArchiveSource, ZipArchive } from '@overlook/shared/archives';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Rejects with an Error whose message is a sentence for people. */
export function openZipped(bytes: ArrayBuffer): Promise<ZipArchive> {
  const source: ArchiveSource = {
    sizeBytes: bytes.byteLength,
    read: async (from, to) => bytes.slice(from, to),
  };
  return ZipArchive.open(source, 'The archive', inflateRaw).catch(explain);
}

/** The paths of the files whose names match, without what macOS adds. */
export const fileNames = ({ names }: ZipArchive, pattern: RegExp): string[] =>
  [...names].filter((name) => pattern.test(name) && !name.startsWith('__MACOSX'));

/**
 * The bytes of files by their paths. Rejects with an Error whose message is a sentence for people, before it unpacks any of them
 * if the list of the archive says that they are larger than `mostMib` in total: none is unpacked further than the list says.
 */
export async function unpackedFiles(
  archive: ZipArchive,
  paths: readonly string[],
  mostMib: number,
): Promise<Map<string, Uint8Array>> {
  try {
    const size = paths.reduce((sum, path) => sum + archive.entryOf(path).bytes, 0);
    if (size > mostMib * 1024 * 1024) throw new Error(`Unpacked it is larger than ${mostMib} MiB.`);
    const files = new Map<string, Uint8Array>();
    // One at a time: each is in memory packed and unpacked while it is read.
    for (const path of paths) files.set(path, await archive.read(path));
    return files;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): never {
  if (!(error instanceof MalformedContentError)) throw error;
  throw new Error('It is no ZIP archive, or a damaged one.', { cause: error });
}
