import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BCF_READ } from '@overlook/shared/config';
import { readZip, ZipError } from '../../../services/zip/read-zip.ts';

/**
 * Writes entries of an archive into `folder` and returns the path of each; null for null, and for an entry that is
 * missing, damaged or larger than `BCF_READ`: a topic is useful without its picture.
 */
export function extractPictures(
  path: string,
  names: readonly (string | null)[],
  folder: string,
): Promise<(string | null)[]> {
  const { entries, pictureBytes, picturesBytes } = BCF_READ;
  return readZip(path, { entries, entryBytes: pictureBytes, totalBytes: picturesBytes }, async (zip) => {
    const paths: (string | null)[] = [];
    for (const [index, name] of names.entries()) {
      const bytes = name === null ? null : await zip.read(name).catch(nothingOf);
      // The name in the archive is not part of any path.
      const file = bytes && join(folder, String(index));
      if (file) await writeFile(file, bytes, { mode: 0o600 });
      paths.push(file);
    }
    return paths;
  });
}

function nothingOf(error: unknown): null {
  if (error instanceof ZipError) return null;
  throw error;
}
