import { MeshoptEncoder } from 'meshoptimizer';
import { type Vec3, AXES, vec3Of } from '@overlook/shared/maths';
import { linearColours } from '../../formats/linear-colours.ts';
import { yUp } from '../../formats/y-up.ts';
import { type TileMesh, rearrange } from './tile-mesh.ts';

/** Vertices as a tile stores them, in glTF's axes (y up). */
export interface PackedVertices {
  readonly count: number;
  /** Flat xyz: 16-bit steps of `step` from `origin` with a fourth unused number, or metres from `origin`. */
  readonly positions: Uint16Array | Float32Array;
  /** Least and greatest stored position. */
  readonly min: number[];
  readonly max: number[];
  /** Metres, relative to the tileset's centre. */
  readonly origin: Vec3;
  /** Metres per step; 1 where positions are in metres. */
  readonly step: number;
  /** Octahedral normals in the form of meshopt's filter, 4 bytes each. */
  readonly normals: Int8Array;
  /** Linear red, green, blue and alpha. */
  readonly colours: Uint8Array;
  readonly indices: Uint32Array;
  /** Which vertex of the mesh each one was. */
  readonly features: Uint32Array;
}

/**
 * Stores a mesh in 16-bit steps where they are no longer than `longestStep` metres, else in 32-bit metres; joins
 * vertices that have become the same, drops triangles that have become lines, and orders all for the vertex cache.
 * Positions turn from z up to y up.
 */
export function packVertices(mesh: TileMesh, longestStep: number): PackedVertices {
  const upright = { ...mesh, positions: yUp(mesh.positions), normals: yUp(mesh.normals) };
  const { low, high } = extent(upright.positions);
  const step = Math.max(...AXES.map((axis) => high[axis] - low[axis])) / 65535;
  const isQuantised = step <= longestStep;
  const origin = isQuantised ? low : vec3Of((axis) => Math.fround((low[axis] + high[axis]) / 2));
  const scale = isQuantised && step > 0 ? step : 1;
  const snapped = snap(upright.positions, { origin, high, step: scale, isQuantised });
  const packed = ordered(welded({ ...upright, positions: snapped }));
  const count = packed.features.length;
  const { low: min, high: max } = extent(packed.positions);
  return {
    count,
    positions: isQuantised ? shorts(packed.positions) : packed.positions,
    min,
    max,
    origin,
    step: scale,
    normals: new Int8Array(MeshoptEncoder.encodeFilterOct(fours(packed.normals), count, 4, 8).buffer),
    colours: linearColours(packed.colours),
    indices: packed.indices,
    features: packed.features,
  };
}

function extent(positions: Float32Array): { low: Vec3; high: Vec3 } {
  let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    z0 = Math.min(z0, z);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
    z1 = Math.max(z1, z);
  }
  return { low: [x0, y0, z0], high: [x1, y1, z1] };
}

interface Grid {
  readonly origin: Readonly<Vec3>;
  readonly high: Readonly<Vec3>;
  readonly step: number;
  readonly isQuantised: boolean;
}

/** Positions in steps from the origin: whole ones where they are quantised, and within the mesh's box. */
function snap(positions: Float32Array, { origin, high, step, isQuantised }: Grid): Float32Array {
  const out = new Float32Array(positions.length);
  const last = AXES.map((axis) => Math.floor((high[axis] - origin[axis]) / step + 1e-3));
  for (let axis = 0; axis < 3; axis++)
    for (let i = axis; i < positions.length; i += 3) {
      const steps = (positions[i]! - origin[axis]!) / step;
      out[i] = isQuantised ? Math.min(Math.round(steps), last[axis]!) : steps;
    }
  return out;
}

/** Joins equal vertices: position, colour, feature, and normal to a 127th. */
function welded(mesh: TileMesh): TileMesh {
  const count = mesh.features.length;
  const records = vertexRecords(mesh);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1);
  const remap = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    let slot = hash(records, i) & (slots.length - 1);
    while (slots[slot] !== -1 && !isSame(records, slots[slot]!, i)) slot = (slot + 1) & (slots.length - 1);
    if (slots[slot] === -1) {
      slots[slot] = i;
      remap[i] = kept++;
    } else remap[i] = remap[slots[slot]!]!;
  }
  return rearrange(mesh, withoutLines(mesh.indices, remap), remap, kept);
}

/** Numbers that identify a vertex: three of position, normal, colour, feature. */
const WORDS = 6;

function vertexRecords({ positions, normals, colours, features }: TileMesh): Uint32Array {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const rgba = new Uint32Array(colours.buffer, colours.byteOffset, features.length);
  const records = new Uint32Array(features.length * WORDS);
  for (let i = 0, k = 0; i < features.length; i++, k += WORDS) {
    records[k] = bits[3 * i]!;
    records[k + 1] = bits[3 * i + 1]!;
    records[k + 2] = bits[3 * i + 2]!;
    records[k + 3] = normalKey(normals, 3 * i);
    records[k + 4] = rgba[i]!;
    records[k + 5] = features[i]!;
  }
  return records;
}

function isSame(records: Uint32Array, a: number, b: number): boolean {
  for (let word = 0; word < WORDS; word++) if (records[a * WORDS + word] !== records[b * WORDS + word]) return false;
  return true;
}

function normalKey(normals: Float32Array, at: number): number {
  const byte = (value: number) => (Math.round(value * 127) + 128) & 255;
  return byte(normals[at]!) | (byte(normals[at + 1]!) << 8) | (byte(normals[at + 2]!) << 16);
}

/** Murmur-like mixing of 32-bit numbers. */
function hash(records: Uint32Array, vertex: number): number {
  let h = 0;
  for (let word = vertex * WORDS; word < (vertex + 1) * WORDS; word++) {
    h = Math.imul(h ^ records[word]!, 0x5bd1e995);
    h ^= h >>> 15;
  }
  return h >>> 0;
}

/** The triangles with new indices, without those that have a corner twice; all of them where none would remain. */
function withoutLines(indices: Uint32Array, remap: Uint32Array): Uint32Array {
  const out = indices.map((index) => remap[index]!);
  let length = 0;
  for (let i = 0; i < out.length; i += 3) {
    const [a, b, c] = [out[i]!, out[i + 1]!, out[i + 2]!];
    if (a === b || b === c || c === a) continue;
    out[length++] = a;
    out[length++] = b;
    out[length++] = c;
  }
  return length > 0 ? out.subarray(0, length) : indices.map((index) => remap[index]!);
}

function ordered(mesh: TileMesh): TileMesh {
  // The encoder renumbers the triangles in place, and drops vertices that nothing uses.
  const indices = mesh.indices.slice();
  const [remap, count] = MeshoptEncoder.reorderMesh(indices, true, true);
  return rearrange(mesh, indices, remap, count);
}

/** Four 16-bit numbers per vertex, the last unused: attributes are a multiple of 4 bytes long. */
function shorts(positions: Float32Array): Uint16Array {
  const out = new Uint16Array((positions.length / 3) * 4);
  for (let i = 0, k = 0; i < positions.length; i += 3, k += 4) {
    out[k] = positions[i]!;
    out[k + 1] = positions[i + 1]!;
    out[k + 2] = positions[i + 2]!;
  }
  return out;
}

function fours(vectors: Float32Array): Float32Array {
  const out = new Float32Array((vectors.length / 3) * 4);
  for (let i = 0, k = 0; i < vectors.length; i += 3, k += 4) {
    out[k] = vectors[i]!;
    out[k + 1] = vectors[i + 1]!;
    out[k + 2] = vectors[i + 2]!;
  }
  return out;
}
