import { readB3dmHeader } from '@overlook/shared/tiles3d';
import { ByteReader } from '../byte-reader.ts';
import { type TileContent, UnsupportedContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { translated } from '../node-transforms.ts';
import { boundedBatchLength, readBatchTable } from './batch-table.ts';
import { FeatureTable, readTable } from './feature-table.ts';

/** Parses a batched 3D model (3D Tiles 1.0), also with the two headers from before 1.0. Errors as parseGltf. */
export async function parseB3dm(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const file = new ByteReader(bytes, context.name);
  file.take(4, 'the b3dm magic');
  const version = file.uint32('the b3dm version');
  if (version !== 1)
    throw new UnsupportedContent(`${context.name} is b3dm version ${version}; only version 1 is supported.`);
  const length = file.uint32('the b3dm length');
  const reader = new ByteReader(new ByteReader(bytes, context.name).take(length, 'the b3dm file'), context.name);
  const header = readB3dmHeader(reader.bytes);
  reader.take(header.headerBytes, 'the b3dm header');
  const features = new FeatureTable(
    readTable(reader, header.featureJsonBytes, header.featureBinaryBytes, 'feature table'),
    context.name,
  );
  const batchTable = readTable(reader, header.batchJsonBytes, header.batchBinaryBytes, 'batch table');
  const batchLength = boundedBatchLength(header.batchLength ?? features.count('BATCH_LENGTH'), context.name);

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
