import { readTableTile } from '@overlook/shared/tiles3d';
import { boundsOf, toFeatureIds } from '../accessors.ts';
import type { Attribute, PointsPrimitive, TileContent } from '../content.ts';
import { MalformedContent } from '../content-errors.ts';
import type { ParseContext } from '../content-platform.ts';
import { inFile } from '../foreign-json.ts';
import { decodeOctahedral } from '../octahedral.ts';
import { boundedBatchLength, readBatchTable } from './batch-table.ts';
import { FeatureTable, readTable, type TableSections } from './feature-table.ts';
import { readPointColors } from './pnts-colors.ts';
import { type DracoPoints, decodeDracoPoints } from './pnts-draco.ts';
import { readPointValues } from './pnts-values.ts';

/**
 * Parses a point cloud (3D Tiles 1.0, also 3DTILES_draco_point_compression). With BATCH_ID the batch table becomes
 * `properties`; without, its numeric columns are one value per point and go to the primitive's `pointValues`.
 * Throws UnsupportedContent for another version, MalformedContent when damaged.
 */
export async function parsePnts(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const { name } = context;
  const { features, batchTable } = readSections(bytes, name);
  const count = features.requiredCount('POINTS_LENGTH');
  const draco = await decodeDracoPoints(features, batchTable, count, context);
  const { positions, matrix } = readPositions(features, draco, count, name);
  const batchIds = draco?.['BATCH_ID']?.value ?? features.values('BATCH_ID', 5123, 1, count);
  const colors = draco?.['RGBA'] ?? draco?.['RGB'] ?? readPointColors(features, count);
  const values = batchIds ? {} : readPointValues(batchTable, draco, count, name);
  const primitive: PointsPrimitive = {
    kind: 'points',
    positions,
    ...boundsOf(positions),
    colors,
    colorSpace: 'srgb',
    normals: draco?.['NORMAL'] ?? readNormals(features, count),
    featureIds: batchIds ? toFeatureIds(batchIds) : null,
    matrix,
    ...(Object.keys(values).length > 0 ? { pointValues: values } : {}),
  };
  const batchLength = batchIds ? boundedBatchLength(features.count('BATCH_LENGTH'), name) : 0;
  return {
    primitives: count > 0 ? [primitive] : [],
    textures: [],
    properties: batchLength > 0 ? readBatchTable(batchTable, batchLength, name) : null,
    featureCount: batchLength,
    copyright: null,
    warnings: [],
  };
}

function readSections(bytes: Uint8Array, name: string): { features: FeatureTable; batchTable: TableSections } {
  const tile = inFile(name, () => readTableTile(bytes, 'pnts'));
  return {
    features: new FeatureTable(readTable(tile.featureTable, name, 'the feature table'), name),
    batchTable: readTable(tile.batchTable, name, 'the batch table'),
  };
}

/** Positions as stored; RTC_CENTER and the quantised volume go to the matrix. */
function readPositions(
  features: FeatureTable,
  draco: DracoPoints | null,
  count: number,
  name: string,
): { positions: Attribute; matrix: Float64Array } {
  const [x, y, z] = features.vector('RTC_CENTER') ?? [0, 0, 0];
  const matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
  const floats = draco?.['POSITION']?.value ?? features.values('POSITION', 5126, 3, count);
  if (floats) return { positions: { value: floats, size: 3, normalized: false }, matrix };
  const quantized = features.values('POSITION_QUANTIZED', 5123, 3, count);
  const offset = features.vector('QUANTIZED_VOLUME_OFFSET');
  const scale = features.vector('QUANTIZED_VOLUME_SCALE');
  if (!quantized || !offset || !scale) throw new MalformedContent(`${name} has no positions.`);
  for (let axis = 0; axis < 3; axis++) {
    matrix[axis * 5] = scale[axis]!;
    matrix[12 + axis]! += offset[axis]!;
  }
  return { positions: { value: quantized, size: 3, normalized: true }, matrix };
}

function readNormals(features: FeatureTable, count: number): Attribute | null {
  const plain = features.values('NORMAL', 5126, 3, count);
  if (plain) return { value: plain, size: 3, normalized: false };
  const packed = features.values('NORMAL_OCT16P', 5121, 2, count);
  return packed && { value: decodeOctahedral(packed as Uint8Array), size: 3, normalized: false };
}
