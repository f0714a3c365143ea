import type { UploadPart } from '@overlook/shared/schemas';
import { type DroppedFile, endingOf, folderOf, nameOf } from './dropped-file.ts';

/** Files by which a folder is a tileset. */
const ENTRIES = new Set(['tileset.json', 'models.json']);

/** A folder of 3D Tiles with all that is in it and below. */
export interface TilesetFolder {
  readonly folder: string;
  readonly files: readonly DroppedFile[];
}

/** The outermost folders with a tileset, and the files that are in none: tilesets inside another belong to it. */
export function tilesetFolders(files: readonly DroppedFile[]): { tilesets: TilesetFolder[]; rest: DroppedFile[] } {
  const entries = new Set<string>();
  for (const { path } of files) if (ENTRIES.has(nameOf(path))) entries.add(folderOf(path));
  const known = new Map<string, string | null>();
  /** The outermost folder of tiles at or above a folder. */
  const rootOf = (folder: string): string | null => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const above = folder === '' ? null : rootOf(folderOf(folder));
    const root = above ?? (entries.has(folder) ? folder : null);
    known.set(folder, root);
    return root;
  };
  const byRoot = new Map<string, DroppedFile[]>();
  const rest: DroppedFile[] = [];
  for (const file of files) {
    const root = rootOf(folderOf(file.path));
    if (root === null) rest.push(file);
    else if (byRoot.has(root)) byRoot.get(root)!.push(file);
    else byRoot.set(root, [file]);
  }
  return { tilesets: [...byRoot].map(([folder, inside]) => ({ folder, files: inside })), rest };
}

/** Words of paths by which people and programs name a layer. "Mesh" is the last: textured ones are meshes too. */
const WORDS: readonly (readonly [UploadPart, RegExp])[] = [
  ['textured', /textur|photogramm|reality/],
  ['cad', /\bcad\b|\bbim\b|\bifc\b|design|piping|project/],
  ['points', /point|cloud|\bpnts\b|scan|lidar|laser/],
  ['shaded', /shaded|mesh/],
];

const LAYERS = ['textured', 'shaded', 'points', 'cad'] as const satisfies readonly UploadPart[];

/** The layers of tiles, the likely one first: by what the files are, then by the words of the path. */
export function likelyLayers(place: string, files: readonly { readonly path: string }[]): UploadPart[] {
  const likely = byFiles(files) ?? byWords(place) ?? 'textured';
  return [likely, ...LAYERS.filter((layer) => layer !== likely)];
}

const byFiles = (files: readonly { readonly path: string }[]): UploadPart | null => {
  if (files.some(({ path }) => endingOf(path) === 'pnts')) return 'points';
  return files.some(({ path }) => path === 'tree.jsonl') ? 'cad' : null;
};

/** The name of the innermost folder that says something. */
function byWords(place: string): UploadPart | null {
  for (const name of place.toLowerCase().split('/').reverse()) {
    const words = name.replaceAll(/[_\d.-]+/g, ' ');
    const found = WORDS.find(([, word]) => word.test(words));
    if (found) return found[0];
  }
  return null;
}

/** Endings of files with the content of a tile. */
const CONTENTS = new Set(['b3dm', 'i3dm', 'pnts', 'cmpt', 'glb', 'gltf', 'geom', 'vctr']);

export const tilesIn = (files: readonly { readonly path: string }[]): number =>
  files.reduce((count, { path }) => count + (CONTENTS.has(endingOf(path)) ? 1 : 0), 0);
