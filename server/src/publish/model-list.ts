import { parseJson, type JsonNode } from './formats/json-node.ts';
import { inFile } from './import-refused.ts';
import type { ModelPose } from './placement.ts';
import { type SourceFolder, resolveUri } from './source-folder.ts';

/** One tileset of a `models.json` list, with the place of its entry. */
export interface ModelListEntry {
  place: string;
  /** As written: relative to the list. */
  url: string;
  /** Path of the tileset below the source folder. */
  filePath: string;
  position: ModelPose['position'] | null;
  orientation: ModelPose['orientation'] | null;
  /** Of the position in the list. */
  positionPlace: string;
}

/** Reads a `models.json`: a list of `{CesiumOptions: {url}, position?, orientation?}`. Throws `ImportRefused`. */
export async function readModelList(folder: SourceFolder, listPath: string): Promise<ModelListEntry[]> {
  return inFile(listPath, async () => {
    const json = parseJson(await folder.read(listPath, ''));
    const list = json.isObject ? json.get('models') : json;
    const entries = list.items().map((entry) => readEntry(entry, listPath));
    if (entries.length === 0) list.fail('lists no model.');
    return entries;
  });
}

function readEntry(entry: JsonNode, listPath: string): ModelListEntry {
  const url = entry.get('CesiumOptions').get('url');
  const [position, orientation] = [entry.optional('position'), entry.optional('orientation')];
  const p = position && readNamed(position, ['x', 'y', 'z']);
  const o = orientation && readNamed(orientation, ['heading', 'pitch', 'roll']);
  return {
    place: url.place,
    url: url.string(),
    filePath: resolveUri(listPath, url.string(), url.place),
    position: p && { x: p[0]!, y: p[1]!, z: p[2]! },
    positionPlace: position?.place ?? entry.place,
    orientation: o && { heading: o[0]!, pitch: o[1]!, roll: o[2]! },
  };
}

/** Three numbers, by name or as a plain array (older lists). */
function readNamed(node: JsonNode, names: [string, string, string]): number[] {
  return node.isObject ? names.map((name) => node.get(name).number()) : node.numbers(3);
}

/** The bytes of a list in the form every client reads. */
export function writeModelList(
  entries: readonly Pick<ModelListEntry, 'url' | 'position' | 'orientation'>[],
): Uint8Array {
  const list = entries.map(({ url, position, orientation }) => ({
    CesiumOptions: { url },
    ...(position ? { position } : {}),
    ...(orientation ? { orientation } : {}),
  }));
  return Buffer.from(`${JSON.stringify(list, null, 2)}\n`);
}
