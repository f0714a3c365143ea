type Json = Partial<Record<string, unknown>>;

/** Members of an object, from the outside in: names, and indices of lists. */
export type JsonPath = readonly (string | number)[];

const MULTIPLE_CONTENTS = ['extensions', '3DTILES_multiple_contents'] as const;

/**
 * Where a tile names its contents: `contents` (3D Tiles 1.1), the extension 3DTILES_multiple_contents with the two
 * names that its list has had, or `content`; beside one of the others, `content` is for readers that do not know them.
 * The order is that of the availabilities of an implicit tile.
 */
export function contentPaths(tile: unknown): JsonPath[] {
  const lists = [['contents'], [...MULTIPLE_CONTENTS, 'contents'], [...MULTIPLE_CONTENTS, 'content']];
  for (const list of lists) {
    const paths = itemPaths(tile, list);
    if (paths.length > 0) return paths;
  }
  return valueAt(tile, ['content']) === undefined ? [] : [['content']];
}

/** Where a subtree says which tiles have contents, in the order of the tile's contents. */
export function contentAvailabilityPaths(subtree: unknown): JsonPath[] {
  const own = ['contentAvailability'];
  return [
    // The extension that preceded 3D Tiles 1.1 had one object in place of a list.
    ...(isRecord(valueAt(subtree, own)) ? [own] : itemPaths(subtree, own)),
    ...itemPaths(subtree, [...MULTIPLE_CONTENTS, ...own]),
  ];
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Json)[key];
  }
  return found;
}

function itemPaths(value: unknown, path: readonly string[]): JsonPath[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list.map((_, index) => [...path, index]) : [];
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
