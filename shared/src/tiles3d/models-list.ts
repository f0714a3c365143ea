import type { JsonNode } from './json-node.ts';

/** One tileset of a `models.json` list, with the places of its entry. */
export interface ModelListEntry {
  /** Of `url`. */
  readonly place: string;
  /** As written: relative to the list. */
  readonly url: string;
  /** ECEF metres; null where the tileset is georeferenced itself. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null;
  /** Radians, heading clockwise from north. */
  readonly orientation: { readonly heading: number; readonly pitch: number; readonly roll: number } | null;
  readonly positionPlace: string;
}

/**
 * Reads a `models.json`: a list of `{CesiumOptions: {url}, position?, orientation?}`, by itself or under `models`. Throws
 * `MalformedContentError`, also for an empty list.
 */
export function readModelsList(json: JsonNode): ModelListEntry[] {
  const list = json.isObject ? json.get('models') : json;
  const entries = list.items().map(readEntry);
  if (entries.length === 0) list.fail('lists no model.');
  return entries;
}

function readEntry(entry: JsonNode): ModelListEntry {
  const url = entry.get('CesiumOptions').get('url');
  const [position, orientation] = [entry.optional('position'), entry.optional('orientation')];
  const p = position && readNamed(position, ['x', 'y', 'z']);
  const o = orientation && readNamed(orientation, ['heading', 'pitch', 'roll']);
  return {
    place: url.place,
    url: url.string(),
    position: p && { x: p[0]!, y: p[1]!, z: p[2]! },
    positionPlace: position?.place ?? entry.place,
    orientation: o && { heading: o[0]!, pitch: o[1]!, roll: o[2]! },
  };
}

/** Three numbers, by name or as a plain array (older lists). */
function readNamed(node: JsonNode, names: readonly string[]): number[] {
  return node.isObject ? names.map((name) => node.get(name).number()) : node.numbers(3);
}
