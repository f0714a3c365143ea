import { COMPOSITE_DEPTH_LARGEST } from '@overlook/shared/tiles3d';
import { magicOf, parseJsonBytes } from './byte-reader.ts';
import { type ParsedContent, type TileContent, UnsupportedContent } from './content.ts';
import { MalformedContent } from './content-errors.ts';
import type { ParseContext } from './content-platform.ts';
import { parseB3dm } from './formats/b3dm.ts';
import { mergeContents, splitComposite } from './formats/cmpt.ts';
import { parseI3dm } from './formats/i3dm.ts';
import { parsePnts } from './formats/pnts.ts';
import { parseGlb, parseGltf } from './gltf/parse-gltf.ts';

const BINARY_PARSERS: Record<string, (bytes: Uint8Array, context: ParseContext) => Promise<TileContent>> = {
  b3dm: parseB3dm,
  glTF: parseGlb,
  i3dm: parseI3dm,
  pnts: parsePnts,
};

const OPENING_BRACE = 0x7b;
/**
 * Parses the bytes of any 3D Tiles content by what they start with, whatever the file is called.
 *
 * Throws UnsupportedContent (kind, version or required extension), MalformedContent (damaged), ContentHttpError (a further
 * file that cannot be fetched) and the signal's reason. Nothing returned refers to `bytes`.
 */
export const parseContent = (bytes: Uint8Array, context: ParseContext): Promise<ParsedContent> =>
  parseNested(bytes, context, 0);

async function parseNested(bytes: Uint8Array, context: ParseContext, depth: number): Promise<ParsedContent> {
  context.signal?.throwIfAborted();
  if (bytes.byteLength === 0) throw new MalformedContent(`${context.name} is empty.`);
  const magic = magicOf(bytes);
  const parse = Object.hasOwn(BINARY_PARSERS, magic) ? BINARY_PARSERS[magic] : undefined;
  if (parse) return { type: 'content', content: await parse(bytes, context) };
  if (magic === 'cmpt') return { type: 'content', content: await parseComposite(bytes, context, depth) };
  const text = skipLeadingSpace(bytes);
  if (text[0] === OPENING_BRACE) return parseJsonContent(text, context);
  throw new UnsupportedContent(`${context.name} is of a kind that is not supported: it starts with “${magic}”.`);
}

/** A composite with all it holds as one content. */
async function parseComposite(bytes: Uint8Array, context: ParseContext, depth: number): Promise<TileContent> {
  if (depth >= COMPOSITE_DEPTH_LARGEST)
    throw new MalformedContent(`${context.name}: composites in composites, ${depth} deep.`);
  const contents: TileContent[] = [];
  for (const inner of splitComposite(bytes, context.name)) {
    const parsed = await parseNested(inner, context, depth + 1);
    if (parsed.type !== 'content') throw new UnsupportedContent(`${context.name} holds a tileset inside a composite.`);
    contents.push(parsed.content);
  }
  return mergeContents(contents, context.name);
}

async function parseJsonContent(text: Uint8Array, context: ParseContext): Promise<ParsedContent> {
  const json = parseJsonBytes(text, context.name, 'the file');
  if (json['root'] !== undefined && json['asset'] !== undefined) return { type: 'tileset', tileset: { json } };
  if (json['asset'] !== undefined && json['root'] === undefined) {
    return { type: 'content', content: await parseGltf(json, null, context) };
  }
  throw new UnsupportedContent(`${context.name} is JSON, but neither a tileset nor a glTF.`);
}

/** Without a byte-order mark and white space. */
function skipLeadingSpace(bytes: Uint8Array): Uint8Array {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[start]!)) start++;
  return bytes.subarray(start);
}
