/** Subtree files of implicit tiling (3D Tiles 1.1, "Implicit Tiling", Subtrees), binary and JSON. */
import {
  valueAt,
  contentAvailabilityPaths,
  readSubtree,
  MalformedContentError,
  type ForeignJson,
} from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import { asObject, inFile } from '../foreign-json.ts';
import { viewBytes } from '../gltf/buffer-views.ts';
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
  const read = (entry: unknown): Availability => readAvailability(entry as ForeignJson, json, buffers, context.name);
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

function readAvailability(
  entry: ForeignJson | undefined,
  json: ForeignJson,
  buffers: (Uint8Array | null)[],
  name: string,
): Availability {
  if (!entry) throw new MalformedContentError(name, 'does not state what is available.');
  if (entry['constant'] !== undefined) return { constant: entry['constant'] === 1, bits: null };
  const index = bitstreamOf(entry);
  const view = json['bufferViews']?.[index ?? -1];
  if (!view) throw new MalformedContentError(name, `has no buffer view ${index}.`);
  return { constant: null, bits: viewBytes(view, buffers, `${name}, buffer view ${index}`).slice() };
}
