/** Geometry of a primitive for ray tests, from the bytes of its GPU buffers. */
import type { AttributeRange, GpuPrimitive } from '../render/gpu-content.ts';
import { metricFrame } from './metric-frame.ts';

export interface PickGeometry {
  /** Flat xyz in the local frame, dequantised; of points in its {@link metricFrame}. */
  positions: Float32Array;
  indices: Uint16Array | Uint32Array | null;
  featureIds: ArrayLike<number> | null;
  /** Flat xyz in the local frame as the file has them, of any length; null of points, of textured meshes and where there are none. */
  normals: ArrayLike<number> | null;
  /** Packed values of points (content/points/scan-values.ts). */
  scan: Uint32Array | null;
  /** Bounds of each run of {@link RUN} triangles (or points): min xyz, max xyz. */
  runs: Float32Array;
}

/** Triangles or points per bounding box: few enough to skip most of a tile, many enough to stay small. */
export const RUN = 64;

/** WebGL primitive modes. */
const POINTS = 0;
const LINES = 1;
const TRIANGLES = 4;

const COMPONENTS: Record<
  number,
  { array: new (buffer: ArrayBuffer) => ArrayLike<number>; bytes: number; max: number }
> = {
  0x1400: { array: Int8Array, bytes: 1, max: 127 },
  0x1401: { array: Uint8Array, bytes: 1, max: 255 },
  0x1402: { array: Int16Array, bytes: 2, max: 32767 },
  0x1403: { array: Uint16Array, bytes: 2, max: 65535 },
  0x1405: { array: Uint32Array, bytes: 4, max: 2 ** 32 - 1 },
  0x1406: { array: Float32Array, bytes: 4, max: 1 },
};

/** The layout of a primitive's attributes and indices in its buffers. */
export interface PickBytes {
  positions: ArrayBuffer;
  featureIds: ArrayBuffer | null;
  normals: ArrayBuffer | null;
  scan: ArrayBuffer | null;
  indices: ArrayBuffer | null;
}

/** Bytes of an attribute of all vertices. */
export const rangeBytes = ({ size, type }: AttributeRange, vertexCount: number): number =>
  vertexCount * size * COMPONENTS[type]!.bytes;

/** Bytes of the indices; 0 where there are none. */
export const indexBytes = ({ indexType, count }: GpuPrimitive): number => count * (COMPONENTS[indexType]?.bytes ?? 0);

/** The place of the normals that tell creases from facets. Photographed surfaces have no creases. */
export const normalRange = ({ normals, texture }: GpuPrimitive): AttributeRange | null =>
  normals && !texture ? normals : null;

/** Takes over the buffers in `bytes`. */
export function pickGeometry(primitive: GpuPrimitive, bytes: PickBytes): PickGeometry {
  const { positions: range, featureIds: idRange, mode } = primitive;
  const raw = arrayOf(range.type, bytes.positions);
  const positions = raw instanceof Float32Array ? raw : dequantised(raw, range);
  if (mode === POINTS) stretch(positions, metricFrame(primitive.matrixEnu).stretch);
  const featureIds = idRange && bytes.featureIds && arrayOf(idRange.type, bytes.featureIds);
  const normals = primitive.normals && bytes.normals && arrayOf(primitive.normals.type, bytes.normals);
  const indices = bytes.indices && (arrayOf(primitive.indexType, bytes.indices) as Uint16Array | Uint32Array);
  const runs = runBounds(positions, indices, mode === TRIANGLES ? 3 : mode === LINES ? 2 : 1);
  const scan = bytes.scan && new Uint32Array(bytes.scan);
  return { positions, indices, featureIds, normals, scan, runs };
}

const arrayOf = (type: number, buffer: ArrayBuffer): ArrayLike<number> => new COMPONENTS[type]!.array(buffer);

function stretch(positions: Float32Array, by: readonly number[]): void {
  for (let i = 0; i < positions.length; i++) positions[i]! *= by[i % 3]!;
}

/** As the GPU reads it. A loop: Float32Array.from with a function takes twenty times as long, during a click. */
function dequantised(raw: ArrayLike<number>, { type, normalized }: AttributeRange): Float32Array {
  const values = new Float32Array(raw.length);
  const max = normalized ? COMPONENTS[type]!.max : 1;
  const least = normalized ? -1 : -Infinity;
  for (let i = 0; i < raw.length; i++) values[i] = Math.max(least, raw[i]! / max);
  return values;
}

/** Bounds of consecutive runs of primitives with `stride` vertices each. */
export function runBounds(positions: Float32Array, indices: ArrayLike<number> | null, stride: number): Float32Array {
  const vertices = indices ? indices.length : positions.length / 3;
  const perRun = RUN * stride;
  const runs = new Float32Array(6 * Math.ceil(vertices / perRun));
  for (let run = 0; run < runs.length / 6; run++) {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = run * perRun; i < Math.min(vertices, (run + 1) * perRun); i++) {
      const v = 3 * (indices ? indices[i]! : i);
      for (let k = 0; k < 3; k++) {
        const value = positions[v + k]!;
        if (value < box[k]!) box[k] = value;
        if (value > box[3 + k]!) box[3 + k] = value;
      }
    }
    runs.set(box, 6 * run);
  }
  return runs;
}
