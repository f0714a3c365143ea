import type { DroppedFile } from './dropped-file.ts';
import { commonFolder, endingOf, folderOf, nameOf } from './dropped-file.ts';
import { filesOfGltf } from './gltf-files.ts';
import { tableKind } from './table-kind.ts';

/** Files of a selection, without tilesets, by what they are. */
export interface SortedFiles {
  readonly archives: readonly DroppedFile[];
  readonly points: readonly DroppedFile[];
  /** Models, with the buffers and pictures that a `.gltf` names. */
  readonly cad: readonly DroppedFile[];
  /** Files that a `.gltf` names and that are not in the selection. */
  readonly missing: readonly string[];
  readonly properties: readonly DroppedFile[];
  readonly photos: readonly DroppedFile[];
  readonly photoTables: readonly DroppedFile[];
  readonly others: readonly DroppedFile[];
}

/** As the importer: server/src/publish/points/open-source.ts, convert/model-kinds.ts, photos/find-photos.ts. */
const POINTS = new Set(['las', 'laz', 'e57', 'pts', 'ptx', 'ply']);
const MODELS = new Set(['ifc', 'ifczip', 'glb', 'gltf']);
const PICTURES = /^(?:jpe?g|jpe|png|tiff?|webp|avif|hei[cf]|gif|bmp|dng|raw|arw|cr[23]|nef|orf|rw2|insp|jxl|jp2)$/;
const TABLES = new Set(['csv', 'json', 'txt']);

/** Whether a file is a model that becomes CAD, and not a file that belongs to one. */
export const isModel = (path: string): boolean => MODELS.has(endingOf(path));

/** Sorts files by their endings, and texts by their first bytes. Rejects with the reason of the signal. */
export async function sortFiles(files: readonly DroppedFile[], signal: AbortSignal): Promise<SortedFiles> {
  const { named, missing } = await namedByModels(files, signal);
  const sorted = {
    archives: [] as DroppedFile[],
    points: [] as DroppedFile[],
    cad: [] as DroppedFile[],
    missing,
    properties: [] as DroppedFile[],
    photos: [] as DroppedFile[],
    photoTables: [] as DroppedFile[],
    others: [] as DroppedFile[],
  };
  for (const one of files) {
    const ending = endingOf(one.path);
    if (MODELS.has(ending) || named.has(one.path)) sorted.cad.push(one);
    else if (ending === '3tz') sorted.archives.push(one);
    else if (POINTS.has(ending)) sorted.points.push(one);
    else if (PICTURES.test(ending)) sorted.photos.push(one);
    else {
      signal.throwIfAborted();
      // A file that cannot be read is not recognised.
      const kind = TABLES.has(ending) ? await tableKind(one.path, one.file).catch(() => null) : null;
      if (kind === 'properties') sorted.properties.push(one);
      else if (kind === 'photoTable') sorted.photoTables.push(one);
      else sorted.others.push(one);
    }
  }
  return sorted;
}

async function namedByModels(files: readonly DroppedFile[], signal: AbortSignal) {
  const paths = new Set(files.map(({ path }) => path));
  const named = new Set<string>();
  const missing: string[] = [];
  for (const one of files) {
    if (endingOf(one.path) !== 'gltf') continue;
    signal.throwIfAborted();
    for (const path of await filesOfGltf(one)) {
      if (paths.has(path)) named.add(path);
      else missing.push(path);
    }
  }
  return { named, missing };
}

/** The folder that the paths of a table of photos count from: its own where all photos are below it. */
export function photoFolder(photos: readonly DroppedFile[], table: DroppedFile | null): string {
  const paths = photos.map(({ path }) => path);
  if (table && nameOf(table.path).toLowerCase() === 'photos.csv') {
    const folder = folderOf(table.path);
    if (folder === '' || paths.every((path) => path.startsWith(`${folder}/`))) return folder;
  }
  return commonFolder(paths);
}
