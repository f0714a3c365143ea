import { ByteReader } from '../byte-reader.ts';
import { type TileContent, UnsupportedContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { translated } from '../node-transforms.ts';
import { readBatchTable } from './batch-table.ts';
import { FeatureTable, readTable } from './feature-table.ts';

/**
 * Lengths above this are no lengths but the start of a JSON text or of a glTF ('"' or 'g' as the highest byte): the header
 * is one of the two that preceded 3D Tiles 1.0, which files in the wild still have.
 */
const LARGEST_LENGTH = 0x22000000;

interface Header {
  featureJson: number;
  featureBinary: number;
  batchJson: number;
  batchBinary: number;
  /** Given in the header by the old forms; otherwise in the feature table. */
  batchLength: number | null;
}

function readHeader(reader: ByteReader): Header {
  const start = reader.offset;
  const [a, b, c, d] = ['feature table JSON', 'feature table binary', 'batch table JSON', 'batch table binary'].map(
    // Some old files end before sixteen bytes more: what is missing cannot matter to them.
    (what, i) => (i < 2 || reader.remaining >= 4 ? reader.uint32(`the ${what} length`) : 0),
  ) as [number, number, number, number];
  if (c >= LARGEST_LENGTH) {
    reader.offset = start + 8;
    return { featureJson: 0, featureBinary: 0, batchJson: b, batchBinary: 0, batchLength: a };
  }
  if (d >= LARGEST_LENGTH) {
    reader.offset = start + 12;
    return { featureJson: 0, featureBinary: 0, batchJson: a, batchBinary: b, batchLength: c };
  }
  return { featureJson: a, featureBinary: b, batchJson: c, batchBinary: d, batchLength: null };
}

/** Parses a batched 3D model (3D Tiles 1.0), also with the two headers from before 1.0. Errors as parseGltf. */
export async function parseB3dm(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const file = new ByteReader(bytes, context.name);
  file.take(4, 'the b3dm magic');
  const version = file.uint32('the b3dm version');
  if (version !== 1)
    throw new UnsupportedContent(`${context.name} is b3dm version ${version}; only version 1 is supported.`);
  const length = file.uint32('the b3dm length');
  const reader = new ByteReader(new ByteReader(bytes, context.name).take(length, 'the b3dm file'), context.name);
  reader.take(12, 'the b3dm header');
  const header = readHeader(reader);
  const features = new FeatureTable(
    readTable(reader, header.featureJson, header.featureBinary, 'feature table'),
    context.name,
  );
  const batchTable = readTable(reader, header.batchJson, header.batchBinary, 'batch table');
  const batchLength = header.batchLength ?? features.count('BATCH_LENGTH');

  const content = await parseGlb(reader.take(reader.remaining, 'the glTF'), context);
  const rtc = features.vector('RTC_CENTER');
  if (rtc) for (const primitive of content.primitives) primitive.matrix = translated(primitive.matrix, rtc);
  if (batchLength > 0) {
    content.featureCount = batchLength;
    content.properties = readBatchTable(batchTable, batchLength, context.name);
  } else if (!content.properties) {
    // Exporters write batch ids of 0 where there are no features.
    content.featureCount = 0;
    for (const primitive of content.primitives) primitive.featureIds = null;
  }
  return content;
}
