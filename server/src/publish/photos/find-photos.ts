import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PHOTO_IMPORT } from '@overlook/shared/config';
import { ImportRefusedError } from '../../errors/import-refused.ts';

/** The table of photos that may lie in their folder. */
const TABLE_FILE = 'photos.csv';

/** A file to read: its path below the folder, with forward slashes, and on the disk. */
export interface FoundPhoto {
  readonly name: string;
  readonly path: string;
}

/** Endings of pictures, including those that are refused by name. Other files in the folder are ignored. */
const PICTURES = /\.(?:jpe?g|jpe|png|tiff?|webp|avif|hei[cf]|gif|bmp|dng|raw|arw|cr[23]|nef|orf|rw2|insp|jxl|jp2)$/i;

/**
 * The pictures of a folder and the folders in it, by name, and the table where it has one; or the single named file.
 * Links and hidden files are left out. Throws `ImportRefusedError` where there is none, or too many.
 */
export async function findPhotos(source: string): Promise<{ photos: FoundPhoto[]; table: string | null }> {
  const found = await stat(source).catch(() => {
    throw new ImportRefusedError(source, '', 'does not exist.');
  });
  if (!found.isDirectory()) return { photos: [{ name: path.basename(source), path: source }], table: null };
  const photos: FoundPhoto[] = [];
  let table: string | null = null;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(path.join(source, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile() && name.toLowerCase() === TABLE_FILE) table = path.join(source, name);
      else if (entry.isFile() && PICTURES.test(name)) photos.push({ name, path: path.join(source, name) });
    }
    if (photos.length > PHOTO_IMPORT.filesMost)
      throw new ImportRefusedError(source, '', `has more than ${PHOTO_IMPORT.filesMost} pictures. Import it in parts.`);
  }
  if (photos.length === 0)
    throw new ImportRefusedError(source, '', 'has no pictures: no .jpg, .png, .tif, .webp or .heic is in it.');
  return { photos: photos.sort((a, b) => (a.name < b.name ? -1 : 1)), table };
}
