import { decodedDoubles, type GltfData, readInstances } from '@overlook/shared/gltf';
import { IDENTITY, type Mat4, multiply, toMat4, translation } from '@overlook/shared/maths';
import { globalVector, normalizedRange, type UpAxis, upAxisMatrix } from '@overlook/shared/tiles3d';
import { storedValues } from '../formats/gltf-accessor.ts';
import { dracoExtension } from '../formats/draco-points.ts';
import { type GltfAccessor, type GltfNode, visitMeshes } from '../formats/gltf.ts';
import type { B3dm, I3dm, Pnts } from '../formats/tile-content.ts';
import { instanceMatrices } from './instance-matrices.ts';
import type { LoadedGltf } from './loaded-gltf.ts';
import { tablePositions } from './table-positions.ts';

/** Positions drawn by a content: flat xyz, length 3n, doubles. */
export interface PositionBatch {
  place: string;
  /** In the frame of the mesh; batches of instances share one array. */
  positions: Float64Array;
  /** To the tile's frame (z up), metres. */
  toTile: Mat4;
}
interface UnreadPositions {
  place: string;
  reason: string;
  /** The eight corners of the declared bounds, which enclose the unreadable part; null where none are declared. */
  corners: Omit<PositionBatch, 'place'> | null;
}
/** Positions that could be read, and the parts that could not (compressed). */
export interface ContentPositions {
  batches: PositionBatch[];
  unread: UnreadPositions[];
}

/**
 * Vertices of a glTF as drawn, each node's mesh once, in the tile's frame; `extra` is applied after that (RTC,
 * instance).
 */
export function gltfPositions(
  { gltf, data, unpacked }: LoadedGltf,
  upAxis: UpAxis,
  extra: Mat4 = IDENTITY,
): ContentPositions {
  const found: ContentPositions = { batches: [], unread: [] };
  const rtc = gltf.json.optional('extensions')?.optional('CESIUM_RTC')?.get('center').numbers(3) ?? [0, 0, 0];
  const toTile = multiply(extra, multiply(translation(rtc as [number, number, number]), upAxisMatrix(upAxis)));
  // Primitives of one mesh may share their positions.
  const read = new Map<number, Float64Array | null>();
  const valuesOf = (index: number) => {
    if (!read.has(index)) {
      const values = storedValues(data, gltf.accessors[index]!);
      read.set(index, values && decodedDoubles(values, gltf.accessors[index]!.isNormalized));
    }
    return read.get(index)!;
  };
  const unpackedOf = (view: number) => {
    const values = unpacked?.get(view);
    return values ? Float64Array.from(values) : null;
  };
  visitMeshes(gltf, (primitives, toGltf, node) => {
    const matrix = multiply(toTile, toGltf);
    const instances = instancesOf(node, data);
    for (const { place, attributes, draco } of primitives) {
      const index = attributes['POSITION'] ?? -1;
      const accessor = gltf.accessors[index];
      const positions = accessor?.size !== 3 ? null : draco ? unpackedOf(draco.bufferView) : valuesOf(index);
      if (positions) {
        for (const one of instances) found.batches.push({ place, positions, toTile: multiply(matrix, one) });
        continue;
      }
      const corners = accessor?.min && accessor.max ? boundsCorners(accessor.min, accessor.max) : null;
      const reason = 'has positions that are compressed or missing.';
      if (!corners) found.unread.push({ place, reason, corners });
      else
        for (const one of instances)
          found.unread.push({
            place,
            reason,
            corners: { positions: normalized(corners, accessor!), toTile: multiply(matrix, one) },
          });
    }
  });
  return found;
}

/** The matrices of a node's mesh: one per instance of EXT_mesh_gpu_instancing, or one in its place. */
export function instancesOf({ json }: GltfNode, data: GltfData): Mat4[] {
  const matrices = readInstances(json, data);
  if (!matrices) return [IDENTITY];
  return Array.from({ length: matrices.length / 16 }, (_, i) => toMat4(matrices, 16 * i));
}

/** The decoded numbers of a bound of an accessor. */
export function normalized(values: ArrayLike<number>, { isNormalized, componentType }: GltfAccessor): Float64Array {
  const range = isNormalized ? normalizedRange(componentType) : 1;
  return Float64Array.from(values, (value) => (range === 1 ? value : Math.max(value / range, -1)));
}

/** The eight corners of a box, flat xyz. */
export function boundsCorners(min: ArrayLike<number>, max: ArrayLike<number>): Float64Array {
  const corner = (i: number) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? max[axis]! : min[axis]!));
  return Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner));
}

/** Vertices of a b3dm's model, moved by its RTC_CENTER. */
export function b3dmPositions(tile: B3dm, model: LoadedGltf, upAxis: UpAxis): ContentPositions {
  const centre = globalVector(tile.featureTable, 'RTC_CENTER', 3) ?? [0, 0, 0];
  return gltfPositions(model, upAxis, translation(centre as [number, number, number]));
}

/** Vertices of an i3dm's model, once for each instance. */
export function i3dmPositions(tile: I3dm, model: LoadedGltf, upAxis: UpAxis): ContentPositions {
  const one = gltfPositions(model, upAxis);
  const found: ContentPositions = { batches: [], unread: [] };
  for (const matrix of instanceMatrices(tile)) {
    for (const batch of one.batches) found.batches.push({ ...batch, toTile: multiply(matrix, batch.toTile) });
    for (const { corners, ...unread } of one.unread)
      found.unread.push({ ...unread, corners: corners && { ...corners, toTile: multiply(matrix, corners.toTile) } });
  }
  return found;
}

/** The points of a pnts; those that Draco packs as `unpacked`, without the tile's centre. */
export function pntsPositions(tile: Pnts, unpacked: Float32Array | null): ContentPositions {
  const table = tile.featureTable;
  const place = 'feature table POSITION';
  if (unpacked) {
    const centre = globalVector(table, 'RTC_CENTER', 3) ?? [0, 0, 0];
    const toTile = translation(centre as [number, number, number]);
    return { batches: [{ place, positions: Float64Array.from(unpacked), toTile }], unread: [] };
  }
  if (dracoExtension(tile))
    return {
      batches: [],
      unread: [{ place: 'feature table', reason: 'has positions compressed with Draco.', corners: null }],
    };
  const positions = tablePositions(tile, tile.points);
  return { batches: [{ place, positions, toTile: IDENTITY }], unread: [] };
}
