import type { Mat4 } from '../maths/matrix.ts';
import { transformDirection, transformPoint } from '../maths/matrix.ts';
import type { ReadonlyVec3, Vec3 } from '../maths/vector.ts';

/**
 * Where the triangles of a layer's finest tiles lie: a list of oriented boxes, for estimates of the content of an
 * export before tiles are read, and for the choice of the tiles that it reads.
 */
export interface MeshIndex {
  /** ECEF metres that `boxes` are counted from. */
  readonly originEcef: Vec3;
  /** Flat, 12 a part: centre from the origin and three half axes, metres along the axes of ECEF. */
  readonly boxes: Float32Array;
  /** Of each part. */
  readonly triangles: Uint32Array;
  /** Bytes that all triangles of a part take in an export, about. */
  readonly meshBytes: Uint32Array;
  /** Bytes of the pictures of a part; those of a content are counted with its first part. */
  readonly textureBytes: Uint32Array;
}

/** The file (docs/mesh-export.md), little-endian: a head, then one array after another. */
const HEAD_BYTES = 40;
const MAGIC = 0x494d564f; // "OVMI"
const VERSION = 1;
const BOX_NUMBERS = 12;
const PART_BYTES = 4 * (BOX_NUMBERS + 3);

/** The bytes of the file. */
export function encodeMeshIndex({ originEcef, ...columns }: MeshIndex): Uint8Array<ArrayBuffer> {
  const parts = columns.triangles.length;
  const bytes = new Uint8Array(HEAD_BYTES + PART_BYTES * parts);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, parts, true);
  originEcef.forEach((value, axis) => view.setFloat64(16 + 8 * axis, value, true));
  let at = HEAD_BYTES;
  for (const value of columns.boxes) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (const column of [columns.triangles, columns.meshBytes, columns.textureBytes])
    for (const value of column) {
      view.setUint32(at, value, true);
      at += 4;
    }
  return bytes;
}

/**
 * The index of a file. Throws `RangeError` with a sentence for bytes that are no index, are cut off or continue after
 * the end.
 */
export function decodeMeshIndex(bytes: Uint8Array): MeshIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || view.getUint32(0, true) !== MAGIC) throw new RangeError('This is no mesh index.');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw new RangeError(`The mesh index has version ${version}; only ${VERSION} can be read.`);
  const parts = view.getUint32(8, true);
  if (bytes.length !== HEAD_BYTES + PART_BYTES * parts) throw new RangeError('The mesh index is cut off or goes on.');
  const [x, y, z] = [view.getFloat64(16, true), view.getFloat64(24, true), view.getFloat64(32, true)];
  let at = HEAD_BYTES;
  const boxes = Float32Array.from({ length: BOX_NUMBERS * parts }, (_, i) => view.getFloat32(at + 4 * i, true));
  at += boxes.byteLength;
  const column = (): Uint32Array => {
    const start = at;
    at += 4 * parts;
    return Uint32Array.from({ length: parts }, (_, i) => view.getUint32(start + 4 * i, true));
  };
  return { originEcef: [x, y, z], boxes, triangles: column(), meshBytes: column(), textureBytes: column() };
}

/** Triangles within a box that is given by its lowest and highest corner before `toEcef`. */
export interface MeshPart {
  readonly min: ReadonlyVec3;
  readonly max: ReadonlyVec3;
  readonly toEcef: Mat4;
  readonly triangles: number;
  readonly meshBytes: number;
  readonly textureBytes: number;
}

const LARGEST = 2 ** 32 - 1;

/** Collects the parts of an index; the first one's centre is its origin. */
export class MeshIndexBuilder {
  readonly #boxes: number[] = [];
  readonly #columns: [number[], number[], number[]] = [[], [], []];
  #origin: Vec3 | null = null;

  /** Parts so far. */
  get count(): number {
    return this.#columns[0].length;
  }

  add({ min, max, toEcef, ...counts }: MeshPart): void {
    const middle = transformPoint(toEcef, [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]);
    this.#origin ??= middle;
    for (let axis = 0; axis < 3; axis++) this.#boxes.push(middle[axis]! - this.#origin[axis]!);
    for (let axis = 0; axis < 3; axis++) {
      const half: Vec3 = [0, 0, 0];
      half[axis] = (max[axis]! - min[axis]!) / 2;
      this.#boxes.push(...transformDirection(toEcef, half));
    }
    [counts.triangles, counts.meshBytes, counts.textureBytes].forEach((value, column) =>
      this.#columns[column]!.push(Math.min(LARGEST, Math.round(value))),
    );
  }

  finish(): MeshIndex {
    const [triangles, meshBytes, textureBytes] = this.#columns.map((column) => Uint32Array.from(column));
    return {
      originEcef: this.#origin ?? [0, 0, 0],
      boxes: Float32Array.from(this.#boxes),
      triangles: triangles!,
      meshBytes: meshBytes!,
      textureBytes: textureBytes!,
    };
  }
}
