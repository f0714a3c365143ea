import {
  COMPOSITE_DEPTH_LARGEST,
  contentKind,
  readComposite,
  MalformedContentError,
  UnsupportedContentError,
} from '@overlook/shared/tiles3d';
import type { ParsedContent, TileContent } from './content.ts';
import type { ParseContext } from './content-platform.ts';
import { inFile, parseJsonObject } from './foreign-json.ts';
import { parseB3dm } from './formats/b3dm.ts';
import { mergeContents } from './formats/cmpt.ts';
import { parseI3dm } from './formats/i3dm.ts';
import { parsePnts } from './formats/pnts.ts';
import { parseGlb, parseGltf } from './gltf/parse-gltf.ts';
import { splitMirrored } from './split-mirrored.ts';
import { unpackedGzip } from './unpacked-gzip.ts';

/**
 * Parses the bytes of any 3D Tiles content by their first bytes; the name of the file does not matter.
 *
 * Throws UnsupportedContentError (kind, version or required extension), MalformedContentError (damaged), ContentHttpError (a further
 * file that cannot be fetched) and the signal's reason. Nothing returned refers to `bytes`.
 */
export async function parseContent(bytes: Uint8Array, context: ParseContext): Promise<ParsedContent> {
  const parsed = await parseNested(await unpackedGzip(bytes, context.name), context, 0);
  if (parsed.type === 'tileset') return parsed;
  const { content } = parsed;
  return { ...parsed, content: { ...content, primitives: content.primitives.flatMap(splitMirrored) } };
}

async function parseNested(bytes: Uint8Array, context: ParseContext, depth: number): Promise<ParsedContent> {
  context.signal?.throwIfAborted();
  const kind = inFile(context.name, () => contentKind(bytes));
  if (kind === 'json') return parseJsonContent(bytes, context);
  if (kind === 'cmpt') return { type: 'content', content: await parseComposite(bytes, context, depth) };
  return { type: 'content', content: await PARSERS[kind](bytes, context) };
}

const PARSERS = { b3dm: parseB3dm, glTF: parseGlb, i3dm: parseI3dm, pnts: parsePnts };

/** A composite with all it holds as one content. */
async function parseComposite(bytes: Uint8Array, context: ParseContext, depth: number): Promise<TileContent> {
  if (depth >= COMPOSITE_DEPTH_LARGEST)
    throw new MalformedContentError(context.name, `composites in composites, ${depth} deep.`);
  const contents: TileContent[] = [];
  for (const inner of inFile(context.name, () => readComposite(bytes)).tiles) {
    const parsed = await parseNested(inner.bytes, context, depth + 1);
    if (parsed.type === 'content') contents.push(parsed.content);
  }
  return mergeContents(contents, context.name);
}

async function parseJsonContent(text: Uint8Array, context: ParseContext): Promise<ParsedContent> {
  const json = parseJsonObject(text, context.name, 'the file');
  if (json['asset'] === undefined)
    throw new UnsupportedContentError(context.name, 'is JSON, but neither a tileset nor a glTF.');
  return json['root'] === undefined
    ? { type: 'content', content: await parseGltf(json, null, context) }
    : { type: 'tileset', tileset: { json } };
}
