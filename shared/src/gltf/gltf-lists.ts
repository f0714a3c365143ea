import type { JsonNode } from '../tiles3d/index.ts';

/** The lists of a glTF document: of one that is in memory, or of a text that is larger than a string can be. */
export interface GltfLists {
  /** Entries of a list; 0 where the document has no list of that name. */
  count(list: string): number;
  /** An entry, whose index is below the count. Throws `ContentError` where it is not JSON. */
  entry(list: string, index: number): JsonNode;
  /** A member other than a list; null where there is none. Throws `ContentError` where it is not JSON. */
  member(name: string): JsonNode | null;
}

/** The lists of a document in memory. Throws `MalformedContentError` where it is no object. */
export function listsOf(json: JsonNode): GltfLists {
  const known = new Map<string, readonly JsonNode[]>();
  const list = (name: string): readonly JsonNode[] => {
    const found = known.get(name) ?? json.list(name);
    known.set(name, found);
    return found;
  };
  if (!json.isObject) json.fail('should be an object.');
  return {
    count: (name) => list(name).length,
    entry: (name, index) => list(name)[index]!,
    member: (name) => json.optional(name),
  };
}

/** The name of an object; null for none. */
export function nameOf(object: JsonNode): string | null {
  const name = object.optional('name')?.value;
  return typeof name === 'string' && name !== '' ? name : null;
}
