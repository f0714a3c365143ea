import { type Float64Mat4, toMat4 } from '@overlook/shared/maths';
import {
  batchLengthOf,
  decodeOctahedral,
  readPointColors,
  featureValues,
  globalVector,
  quantizedPositions,
  requiredCount,
  type TileTable,
} from '@overlook/shared/tiles3d';
import { boundsOf, toFeatureIds } from '../accessors.ts';
import type { PointsPrimitive, TileContent } from '../content.ts';
import type { Attribute } from '../points/scan-values.ts';
import type { ParseContext } from '../content-platform.ts';
import { readBatchTable } from './batch-table.ts';
import { readTables } from './tile-parts.ts';
import { type DracoPoints, decodeDracoPoints } from './pnts-draco.ts';
import { readPointScan } from './pnts-values.ts';
import { samplePoints } from '../points/point-sample.ts';
import { pointSpacing } from '../points/point-spacing.ts';

/**
 * Parses a point cloud (3D Tiles 1.0, also 3DTILES_draco_point_compression). With BATCH_ID the batch table becomes
 * `properties`; without, those of its columns that say what was scanned go to the primitive's `scan`.
 * Throws UnsupportedContentError for another version, MalformedContentError when damaged.
 */
export async function parsePnts(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const { features, batchTable } = readTables(bytes, 'pnts', context.name);
  const count = requiredCount(features, 'POINTS_LENGTH');
  const draco = await decodeDracoPoints(features, batchTable, count, context);
  const { positions, matrix } = readPositions(features, draco, count);
  const batchIds = draco?.['BATCH_ID']?.value ?? featureValues(features, 'BATCH_ID', count);
  const colors = draco?.['RGBA'] ?? draco?.['RGB'] ?? readColors(features, count);
  const warnings: string[] = [];
  const scan = batchIds ? null : readPointScan(batchTable, draco, count, warnings);
  const primitive: PointsPrimitive = {
    kind: 'points',
    positions,
    ...boundsOf(positions),
    colors,
    colorSpace: 'srgb',
    normals: draco?.['NORMAL'] ?? readNormals(features, count),
    featureIds: batchIds ? toFeatureIds(batchIds) : null,
    matrix,
    scan,
    sample: samplePoints(positions, scan),
    spacing: pointSpacing(positions, matrix),
  };
  const batchLength = batchIds ? (batchLengthOf(features) ?? 0) : 0;
  return {
    primitives: count > 0 ? [primitive] : [],
    textures: [],
    properties: batchLength > 0 ? readBatchTable(batchTable, batchLength, warnings, context.properties) : null,
    featureCount: batchLength,
    copyright: null,
    warnings,
  };
}

/** Positions as stored; RTC_CENTER and the quantised volume go to the matrix. */
function readPositions(
  features: TileTable,
  draco: DracoPoints | null,
  count: number,
): { positions: Attribute; matrix: Float64Mat4 } {
  const [x, y, z] = (globalVector(features, 'RTC_CENTER', 3) ?? [0, 0, 0]) as [number, number, number];
  const matrix = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
  const floats = draco?.['POSITION']?.value ?? featureValues(features, 'POSITION', count);
  if (floats) return { positions: { value: floats, size: 3, normalized: false }, matrix };
  const { offset, scale, value } = quantizedPositions(features, count);
  for (let axis = 0; axis < 3; axis++) {
    matrix[axis * 5] = scale[axis]!;
    matrix[12 + axis]! += offset[axis]!;
  }
  return { positions: { value, size: 3, normalized: true }, matrix };
}

function readColors(features: TileTable, count: number): Attribute | null {
  const colors = readPointColors(features, count);
  return colors && { ...colors, normalized: true };
}

function readNormals(features: TileTable, count: number): Attribute | null {
  const plain = featureValues(features, 'NORMAL', count);
  if (plain) return { value: plain, size: 3, normalized: false };
  const packed = featureValues(features, 'NORMAL_OCT16P', count);
  return packed && { value: decodeOctahedral(packed as Uint8Array), size: 3, normalized: false };
}
