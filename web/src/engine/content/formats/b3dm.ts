import { readTableTile } from '@overlook/shared/tiles3d';
import type { TileContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { inFile } from '../foreign-json.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { translated } from '../node-transforms.ts';
import { boundedBatchLength, readBatchTable } from './batch-table.ts';
import { FeatureTable, readTable } from './feature-table.ts';

/** Parses a batched 3D model (3D Tiles 1.0), also with the two headers from before 1.0. Errors as parseGltf. */
export async function parseB3dm(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const { name } = context;
  const tile = inFile(name, () => readTableTile(bytes, 'b3dm'));
  const features = new FeatureTable(readTable(tile.featureTable, name, 'the feature table'), name);
  const batchTable = readTable(tile.batchTable, name, 'the batch table');
  const batchLength = boundedBatchLength(tile.batchLength ?? features.count('BATCH_LENGTH'), name);

  const content = await parseGlb(tile.body, context, tile.bodyOffset);
  const rtc = features.vector('RTC_CENTER');
  if (rtc) for (const primitive of content.primitives) primitive.matrix = translated(primitive.matrix, rtc);
  if (batchLength > 0) {
    content.featureCount = batchLength;
    content.properties = readBatchTable(batchTable, batchLength, name);
  } else if (!content.properties) {
    // Exporters write batch ids of 0 where there are no features.
    content.featureCount = 0;
    for (const primitive of content.primitives) primitive.featureIds = null;
  }
  return content;
}
