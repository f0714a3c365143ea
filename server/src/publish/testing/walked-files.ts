/** Walks tilesets made in a test. */
import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { walkTileset } from '../check/tileset-walk.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { SourceFolder } from '../../storage/source-folder.ts';
import { aFolder, aGlbOf, aRoot, aTileset, aTriangle } from './made-tiles.ts';

export type Files = Parameters<typeof aFolder>[0];

/** Writes the files to a new folder, which is removed after the test. */
export async function folderOf(files: Files): Promise<string> {
  const folder = await aFolder(files);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Walks `tileset.json` of these files. */
export const walkFiles = async (files: Files, options: Parameters<typeof walkTileset>[2] = {}) =>
  walkTileset(new SourceFolder(await folderOf(files)), 'tileset.json', options);

/** The refusal of a walk, as "file | place | reason". */
export async function refusalOf(files: Files): Promise<string> {
  const error = await walkFiles(files).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ImportRefusedError)) throw new Error(`Not refused: ${String(error)}`);
  return `${error.file} | ${error.place} | ${error.reason}`;
}

/** A tileset whose only tile has this content. */
export const withTile = (tile: Uint8Array): Files => ({ 'tileset.json': aTileset(), 'tile.b3dm': tile });

export const withContent = (uri: string) => aTileset(aRoot({ content: { uri } }));

export type GltfJson = ReturnType<typeof aTriangle>['json'];

/** The glTF of a triangle with something changed. */
export function changedGlb(change: (json: GltfJson) => void): Buffer {
  const { json, bin } = aTriangle();
  change(json);
  return aGlbOf(json, bin);
}

/** A tileset whose root is implicit; each subtree is the file `s.subtree`. */
export function implicitTileset(contents: object, tiling: object = {}): Record<string, unknown> {
  const implicitTiling = {
    subdivisionScheme: 'QUADTREE',
    subtreeLevels: 2,
    availableLevels: 2,
    subtrees: { uri: 's.subtree' },
    ...tiling,
  };
  return aTileset(aRoot({ content: undefined, implicitTiling, ...contents }));
}
