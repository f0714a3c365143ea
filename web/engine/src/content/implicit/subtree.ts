/** Subtree files of implicit tiling (3D Tiles 1.1, "Implicit Tiling", Subtrees), binary and JSON. */
import { bytesOf, GltfData, listsOf } from '@overlook/shared/gltf';
import {
  JsonNode,
  valueAt,
  contentAvailabilityPaths,
  readSubtree,
  MalformedContentError,
  type ForeignJson,
} from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import { asObject, inFile } from '../foreign-json.ts';
import { resolveBytes } from '../resources.ts';
import type { Availability } from './availability.ts';

export interface Subtree {
  /** All tiles, level by level, each level in Morton order. */
  tiles: Availability;
  /** The same for each content of a tile. */
  contents: Availability[];
  /** The level below the last one, in Morton order. */
  childSubtrees: Availability;
}

/**
 * Parses a subtree, fetching external buffers beside it. The bits returned are copies. Throws UnsupportedContentError for another
 * kind of file, MalformedContentError for a damaged one, ContentHttpError.
 */
export async function parseSubtree(bytes: Uint8Array, context: ParseContext): Promise<Subtree> {
  const parts = inFile(context.name, () => readSubtree(bytes));
  const json = asObject(parts.json, context.name, 'the subtree');
  const used = bitstreamViews(json);
  const buffers = await Promise.all(
    ((json['buffers'] ?? []) as ForeignJson[]).map((buffer, index) => {
      // Metadata may be in further files, which are not read here.
      if (!used.some((view) => view?.['buffer'] === index)) return null;
      return typeof buffer['uri'] === 'string' ? resolveBytes(buffer['uri'], context) : parts.binary;
    }),
  );
  const lists = listsOf(new JsonNode(json, null, context.name));
  const data = new GltfData(lists, { bytes: bytesOf(buffers), meshopt: null });
  const read = (entry: unknown): Availability => readAvailability(entry as ForeignJson, data, context.name);
  return {
    tiles: read(json['tileAvailability']),
    contents: contentAvailabilityPaths(json).map((path) => read(valueAt(json, path))),
    childSubtrees: read(json['childSubtreeAvailability']),
  };
}

/** `bitstream` is 3D Tiles 1.1, `bufferView` the extension that preceded it. */
const bitstreamOf = (entry: ForeignJson | undefined): number | undefined =>
  entry?.['bitstream'] ?? entry?.['bufferView'];

function bitstreamViews(json: ForeignJson): (ForeignJson | undefined)[] {
  const contents = contentAvailabilityPaths(json).map((path) => valueAt(json, path) as ForeignJson);
  const entries: ForeignJson[] = [json['tileAvailability'], json['childSubtreeAvailability'], ...contents];
  return entries.flatMap((entry) => json['bufferViews']?.[bitstreamOf(entry) ?? -1] ?? []);
}

function readAvailability(entry: ForeignJson | undefined, data: GltfData, name: string): Availability {
  if (!entry) throw new MalformedContentError(name, 'does not state what is available.');
  if (entry['constant'] !== undefined) return { constant: entry['constant'] === 1, bits: null };
  const view = new JsonNode(bitstreamOf(entry), null, `${name}, bitstream`);
  return { constant: null, bits: data.namedView(view).slice() };
}
