/**
 * Geometry of drawn primitives for picking, read back from their GPU buffers when a ray first meets them and kept for as
 * long as picks keep coming back to them. Tiles hold no second copy of themselves in memory.
 */
import type { AttributeRange, GpuPrimitive } from '../render/gpu-content.ts';
import { metricFrame } from './metric-frame.ts';

export interface PickGeometry {
  /** Flat xyz in the local frame, dequantised; of points in its {@link metricFrame}. */
  positions: Float32Array;
  indices: Uint16Array | Uint32Array | null;
  featureIds: ArrayLike<number> | null;
  /** Metres between neighbours: of points that lie about evenly on a surface as large as their bounds. */
  spacing: number;
  /** Bounds of each run of {@link RUN} triangles (or points): min xyz, max xyz. */
  runs: Float32Array;
}

/** Triangles or points per bounding box: few enough to skip most of a tile, many enough to stay small. */
export const RUN = 64;
const CAP_BYTES = 48 * 2 ** 20;

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

export class GeometryCache {
  private readonly entries = new Map<GpuPrimitive, { geometry: PickGeometry; bytes: number }>();
  private bytes = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  get(primitive: GpuPrimitive): PickGeometry {
    const known = this.entries.get(primitive);
    if (known) {
      // Re-inserting keeps the map in order of use.
      this.entries.delete(primitive);
      this.entries.set(primitive, known);
      return known.geometry;
    }
    const geometry = this.read(primitive);
    const bytes = geometry.positions.byteLength + (geometry.indices?.byteLength ?? 0) + geometry.runs.byteLength;
    this.entries.set(primitive, { geometry, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= CAP_BYTES || oldest === primitive) break;
      this.entries.delete(oldest);
      this.bytes -= entry.bytes;
    }
    return geometry;
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private read(primitive: GpuPrimitive): PickGeometry {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, primitive.vertexBuffer);
    const raw = this.readRange(primitive.positions, primitive.vertexCount);
    const positions = raw instanceof Float32Array ? raw : dequantised(raw, primitive.positions);
    const featureIds = primitive.featureIds ? this.readRange(primitive.featureIds, primitive.vertexCount) : null;
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    if (primitive.mode === gl.POINTS) stretch(positions, metricFrame(primitive.matrixEnu).stretch);
    let indices: Uint16Array | Uint32Array | null = null;
    if (primitive.indexBuffer) {
      indices =
        primitive.indexType === gl.UNSIGNED_INT ? new Uint32Array(primitive.count) : new Uint16Array(primitive.count);
      // An element array buffer can be read through another target only as a copy source.
      gl.bindVertexArray(primitive.vertexArray);
      gl.getBufferSubData(gl.ELEMENT_ARRAY_BUFFER, 0, indices);
      gl.bindVertexArray(null);
    }
    const stride = primitive.mode === gl.TRIANGLES ? 3 : primitive.mode === gl.LINES ? 2 : 1;
    const runs = runBounds(positions, indices, stride);
    return { positions, indices, featureIds, runs, spacing: spacingOf(runs, primitive.vertexCount) };
  }

  private readRange(range: AttributeRange, vertexCount: number): ArrayLike<number> {
    const component = COMPONENTS[range.type]!;
    const buffer = new ArrayBuffer(vertexCount * range.size * component.bytes);
    this.gl.getBufferSubData(this.gl.ARRAY_BUFFER, range.offset, new Uint8Array(buffer));
    return new component.array(buffer);
  }
}

function stretch(positions: Float32Array, by: readonly number[]): void {
  for (let i = 0; i < positions.length; i++) positions[i]! *= by[i % 3]!;
}

/** As the GPU reads it. A loop: Float32Array.from with a function takes twenty times as long, under somebody's click. */
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

/** Side of the square that each point has of the two largest sides of the bounds of all runs. */
function spacingOf(runs: Float32Array, count: number): number {
  const sides = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < runs.length; i += 6) {
      least = Math.min(least, runs[i]!);
      most = Math.max(most, runs[i + 3]!);
    }
    return most - least;
  });
  const [a, b] = sides.toSorted((x, y) => y - x);
  return count > 0 ? Math.sqrt((a! * b!) / count) : 0;
}
