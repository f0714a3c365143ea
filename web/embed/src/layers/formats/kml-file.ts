/** Reads KML in the encoding that it declares, and KMZ: a ZIP archive with a KML document. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { readXml, XmlError } from '@overlook/shared/xml';
import { FEATURES_AT_MOST } from './file-content.ts';
import { type KmlFeatures, kmlFeatures } from './kml-features.ts';
import { LOADER_TYPES } from '@overlook/engine/library-types';
import { fileNames, openZipped, unpackedFiles } from './zipped-files.ts';

const LIMITS = { elements: 20 * FEATURES_AT_MOST, depth: 200 };
/** Maximum size of the unpacked document: the compression ratio of an archive may be 1000. */
const UNPACKED_AT_MOST_MIB = 128;

export const KmlFileLoader: LoaderWithParser = {
  ...LOADER_TYPES,
  name: 'KML',
  id: 'kml-file',
  module: 'kml',
  version: '1',
  extensions: ['kml', 'kmz'],
  mimeTypes: ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  options: {},
  parse: (bytes) => readKml(bytes),
};

async function readKml(bytes: ArrayBuffer): Promise<KmlFeatures> {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const document = first === 0x50 && second === 0x4b ? await documentOf(bytes) : new Uint8Array(bytes);
  // The reader accepts UTF-8.
  return kmlFeatures(readXml(new TextEncoder().encode(decoded(document)), LIMITS));
}

/** The document of an archive: doc.kml, otherwise the first one (KML 2.2, annex C). */
async function documentOf(bytes: ArrayBuffer): Promise<Uint8Array> {
  const archive = await openZipped(bytes);
  const names = fileNames(archive, /\.kml$/i);
  const found = names.find((name) => /^doc\.kml$/i.test(name)) ?? names[0];
  if (found === undefined) throw new Error('It has no KML document.');
  return (await unpackedFiles(archive, [found], UNPACKED_AT_MOST_MIB)).get(found)!;
}

/** By the byte order mark, otherwise by the declaration, otherwise UTF-8. */
function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const bare = first === 0x3c && second === 0 ? 'utf-16le' : first === 0 && second === 0x3c ? 'utf-16be' : null;
  const hasUtf8Mark = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder(marked ?? bare ?? (hasUtf8Mark ? 'utf-8' : (declared ?? 'utf-8'))).decode(bytes);
    // An encoding of two bytes cannot be declared in single bytes.
    return text.trimStart();
  } catch (error) {
    throw new XmlError(`Its encoding “${declared}” is not known.`, { cause: error });
  }
}
