import { type ReadonlyVec3, toMat4 } from '@overlook/shared/maths';
import { featureValues, readInstanceMatrices, requiredCount, type TableTile } from '@overlook/shared/tiles3d';
import type { Primitive, TileContent } from '../content.ts';
import { fileNameOf } from '../content-errors.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseJsonObject } from '../foreign-json.ts';
import { parseGlb, parseGltf } from '../gltf/parse-gltf.ts';
import { combineInstances, translated } from '../node-transforms.ts';
import { resolveBytes, resolveUrl } from '../resources.ts';
import { unpackedGzip } from '../unpacked-gzip.ts';
import { readBatchTable } from './batch-table.ts';
import { readTables } from './tile-parts.ts';

/**
 * Parses an instanced 3D model (3D Tiles 1.0) with embedded or external glTF. Every instance is a feature: BATCH_ID says
 * which, or its own number. Errors as parseGltf.
 */
export async function parseI3dm(bytes: Uint8Array, context: ParseContext): Promise<TileContent> {
  const { name } = context;
  const { tile, features, batchTable } = readTables(bytes, 'i3dm', name);
  const count = requiredCount(features, 'INSTANCES_LENGTH');
  const { matrices, centre } = readInstanceMatrices(features, count);
  const batchIds = featureValues(features, 'BATCH_ID', count);
  const ids = batchIds ? Uint32Array.from(batchIds) : Uint32Array.from({ length: count }, (_, i) => i);

  const model = await readModel(tile, context);
  const featureCount = ids.reduce((largest, id) => Math.max(largest, id + 1), 0);
  return {
    ...model,
    primitives:
      count === 0 ? [] : model.primitives.flatMap((primitive) => instantiate(primitive, matrices, centre, ids)),
    properties: readBatchTable(batchTable, featureCount, model.warnings, context.properties),
    featureCount,
  };
}

function readModel({ body, bodyOffset, gltfFormat }: TableTile, context: ParseContext): Promise<TileContent> {
  if (gltfFormat === 1) return parseGlb(body, context, bodyOffset);
  const uri = new TextDecoder().decode(body).replace(/[\0\s]+$/, '');
  return readExternalModel(uri, context);
}

async function readExternalModel(uri: string, context: ParseContext): Promise<TileContent> {
  const url = /^data:/i.test(uri) ? context.url : resolveUrl(uri, context);
  const inner = { ...context, url, name: fileNameOf(url) };
  const bytes = await unpackedGzip(await resolveBytes(uri, context), inner.name);
  // A model of instances must be a glTF: anything else could go round in a circle.
  if (bytes[0] === 0x67) return parseGlb(bytes, inner);
  return parseGltf(parseJsonObject(bytes, inner.name, 'the glTF'), null, inner);
}

/** The primitive at every instance: its own placing and instances come first, then the tile's. */
function instantiate(
  primitive: Primitive,
  matrices: Float64Array,
  centre: ReadonlyVec3,
  ids: Uint32Array,
): Primitive[] {
  const [x, y, z] = centre;
  const matrix = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
  if (primitive.kind === 'points') {
    const placed = combineInstances(matrices, primitive.matrix, null);
    const matrixAt = (i: number) => translated(toMat4(placed, i * 16), centre);
    return Array.from(ids, (_, i) => ({ ...primitive, matrix: matrixAt(i), featureIds: null }));
  }
  const instances = combineInstances(matrices, primitive.matrix, primitive.instances);
  const innerCount = primitive.instances ? primitive.instances.length / 16 : 1;
  const instanceFeatureIds = new Uint32Array(ids.length * innerCount);
  for (let i = 0; i < instanceFeatureIds.length; i++) instanceFeatureIds[i] = ids[Math.floor(i / innerCount)]!;
  return [{ ...primitive, matrix, instances, instanceFeatureIds, featureIds: null }];
}
