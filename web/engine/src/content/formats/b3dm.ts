import type { Vec3 } from '@overlook/shared/maths';
import { batchLengthOf, globalVector } from '@overlook/shared/tiles3d';
import type { TileContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { translated } from '../node-transforms.ts';
import { readBatchTable } from './batch-table.ts';
import { readTables } from './tile-parts.ts';

/** Parses a batched 3D model (3D Tiles 1.0), also with the two headers from before 1.0. Errors as parseGltf. */
export async function parseB3dm(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const { name } = context;
  const { tile, features, batchTable } = readTables(bytes, 'b3dm', name);
  const batchLength = tile.batchLength ?? batchLengthOf(features) ?? 0;

  const content = await parseGlb(tile.body, context, tile.bodyOffset);
  const rtc = globalVector(features, 'RTC_CENTER', 3);
  if (rtc) for (const primitive of content.primitives) primitive.matrix = translated(primitive.matrix, rtc as Vec3);
  if (batchLength > 0) {
    content.featureCount = batchLength;
    content.properties = readBatchTable(batchTable, batchLength, content.warnings, context.properties);
  } else if (!content.properties) {
    // Exporters write batch ids of 0 where there are no features.
    content.featureCount = 0;
    for (const primitive of content.primitives) primitive.featureIds = null;
  }
  return content;
}
