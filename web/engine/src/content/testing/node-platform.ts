/** The platform for tests in Node: files instead of the network, image headers instead of images, the real decoders. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DracoLoader } from '@loaders.gl/draco';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { startBasis } from '@overlook/shared/tiles3d';
import basisScript from 'virtual:overlook/basis-transcoder';
import dracoScript from 'virtual:overlook/draco-decoder';
import { decoderLibrary } from '../../../vite/engine-assets.ts';
import type { CompressedTextureSupport, ParsedContent, TileContent } from '../content.ts';
import { ContentHttpError, fileNameOf } from '../content-errors.ts';
import type { ContentPlatform, ParseContext } from '../content-platform.ts';
import { startDraco } from '../draco.ts';
import { parseContent } from '../parse-content.ts';

/** The public sample data beside the project; tests over it are named after it and run where it is there. */
export const SAMPLE_DATA = new URL('../../../../../../shared/data/', import.meta.url);
export const hasSampleData = existsSync(SAMPLE_DATA);

const wasmOf = async (decoder: string): Promise<ArrayBuffer> =>
  Uint8Array.from(await readFile(decoderLibrary(decoder, 'wasm'))).buffer;

/** Replaces a decoded image; `close` is not counted. */
export const fakeBitmap = (): ImageBitmap => ({ width: 1, height: 1, close: () => undefined }) as ImageBitmap;

let draco: ReturnType<ContentPlatform['draco']> | null = null;
let basis: ReturnType<ContentPlatform['basis']> | null = null;

export const nodePlatform: ContentPlatform = {
  async fetchBytes(url) {
    try {
      return Uint8Array.from(await readFile(fileURLToPath(url)));
    } catch {
      throw new ContentHttpError(url, 404);
    }
  },
  decodeImage: (bytes) =>
    bytes.byteLength > 0 ? Promise.resolve(fakeBitmap()) : Promise.reject(new Error('The image is empty.')),
  draco: () => (draco ??= wasmOf('draco-decoder').then((wasm) => startDraco(DracoLoader, dracoScript, wasm))),
  basis: () => (basis ??= wasmOf('basis-transcoder').then((wasm) => startBasis(basisScript, wasm))),
  meshopt: async () => {
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
  onDecoding: () => undefined,
};

export const contextFor = (url: string, textureSupport: CompressedTextureSupport = ['rgba8']): ParseContext => ({
  url,
  name: fileNameOf(url),
  upAxis: 'Y',
  textureSupport,
  platform: nodePlatform,
  signal: null,
});

/** Parses bytes made in a test, as if they had been the file `name`. */
export const parseBytes = (
  bytes: Uint8Array,
  name = 'made-by-test.bin',
  platform = nodePlatform,
): Promise<ParsedContent> => parseContent(bytes, { ...contextFor(pathToFileURL(`/nowhere/${name}`).href), platform });

/** Parses a file of the sample data, by its path there. */
export async function parseSample(path: string, support?: CompressedTextureSupport): Promise<ParsedContent> {
  const url = new URL(path, SAMPLE_DATA).href;
  return parseContent(await nodePlatform.fetchBytes(url), contextFor(url, support));
}

export function contentOf(parsed: ParsedContent): TileContent {
  if (parsed.type === 'content') return parsed.content;
  throw new Error('This is a tileset.');
}
