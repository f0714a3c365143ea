import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { isPointFile } from './open-source.ts';

/** A file with points: its path on the disk, and below the folder that was named, with forward slashes. */
export interface PointFileFound {
  readonly path: string;
  readonly name: string;
}

export interface FoundPointFiles {
  /** By name. */
  readonly files: readonly PointFileFound[];
  /** Names of other files in the folder. */
  readonly others: readonly string[];
}

const MOST_FILES = 10_000;
/** Most names of other files that are kept. */
const MOST_OTHERS = 1000;

/**
 * The point clouds of a source of the points layer, a file or a folder with its sub-folders; null for one that is
 * something else, such as a tileset. Hidden files and links are left out. Throws `ImportRefusedError` where a folder
 * has none, or too many.
 */
export async function findPointFiles(source: string): Promise<FoundPointFiles | null> {
  // A file that cannot be read is refused with the reason when it is published.
  const found = await stat(source).catch(() => null);
  if (!found) return null;
  const name = path.basename(source);
  if (!found.isDirectory()) return isPointFile(name) ? { files: [{ path: source, name }], others: [] } : null;
  const files: PointFileFound[] = [];
  const others: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(path.join(source, folder), { withFileTypes: true });
    if (folder === '' && entries.some((entry) => /^(tileset|models)\.json$/.test(entry.name))) return null;
    for (const entry of entries) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(below);
      else if (entry.isFile() && isPointFile(entry.name)) files.push({ path: path.join(source, below), name: below });
      else if (others.length < MOST_OTHERS) others.push(below);
    }
    if (files.length > MOST_FILES)
      throw new ImportRefusedError(name, '', `has more than ${MOST_FILES} point clouds. Import it in parts.`);
  }
  if (files.length === 0)
    throw new ImportRefusedError(
      name,
      '',
      'has neither a point cloud (LAS, LAZ, COPC, E57, PTS, PTX, PLY) nor a tileset.json.',
    );
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  return { files: files.sort((a, b) => byName(a.name, b.name)), others: others.sort(byName) };
}
