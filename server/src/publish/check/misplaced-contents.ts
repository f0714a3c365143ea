import { type JsonPath, parseJson, valueAt } from '@overlook/shared/tiles3d';
import type { SourceFolder } from '../../storage/source-folder.ts';
import type { Misplaced } from './tileset-extent.ts';

type Members = Record<string | number, unknown>;

/**
 * The JSON of tilesets, by path, without the contents that cannot be where they are. Their tiles stay. A content that a
 * subtree names stays too.
 */
export async function withoutMisplaced(
  folder: SourceFolder,
  misplaced: readonly Misplaced[],
): Promise<Map<string, Uint8Array>> {
  const places = new Map<string, string[]>();
  for (const { name } of misplaced)
    if (!name.isImplicit) places.set(name.file, [...(places.get(name.file) ?? []), name.place]);
  const edited = new Map<string, Uint8Array>();
  for (const [file, own] of places) {
    const json = parseJson(await folder.read(file, '')).value;
    // The last first, so that the indices of the others stay.
    for (const path of own.map(contentPath).toSorted(byIndicesDown)) removeContent(json, path);
    edited.set(file, Buffer.from(`${JSON.stringify(json)}\n`));
  }
  return edited;
}

/** A place such as `root.children[2].contents[0].uri`, without the uri. */
const contentPath = (place: string): JsonPath =>
  [...place.matchAll(/\[(\d+)\]|[^.[\]]+/g)]
    .slice(0, -1)
    .map(([key, index]) => (index === undefined ? key : Number(index)));

const byIndicesDown = (a: JsonPath, b: JsonPath): number => Number(b.at(-1)) - Number(a.at(-1)) || 0;

/** Members of a tile that name contents. */
const NAMING: readonly JsonPath[number][] = ['content', 'contents', 'extensions'];

function removeContent(json: unknown, path: JsonPath): void {
  const list = valueAt(json, path.slice(0, -1));
  if (Array.isArray(list) && list.length > 1) {
    list.splice(Number(path.at(-1)), 1);
    return;
  }
  const at = path.findIndex((key) => NAMING.includes(key));
  const tile = valueAt(json, path.slice(0, at)) as Members;
  // Beside a list, `content` is for readers that do not know lists.
  delete tile['content'];
  if (path[at] === 'extensions') delete (tile['extensions'] as Members)[path[at + 1]!];
  else delete tile[path[at]!];
}
