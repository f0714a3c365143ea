/** A plain buffer of the vertices of a node of I3S (OGC 17-014r9, "Geometry buffer"). */
import {
  COMPONENTS_LARGEST,
  type JsonNode,
  MalformedContentError,
  UnsupportedContentError,
} from '@overlook/shared/tiles3d';
import type { NodeGeometry } from './scene.ts';

const BYTES: Readonly<Record<string, number>> = {
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  Float32: 4,
  Int8: 1,
  Int16: 2,
  Int32: 4,
  Int64: 8,
  UInt64: 8,
  Float64: 8,
};
/** Bytes of a value of a type; undefined for one that the format does not have. */
export const widthOf = (type: string): number | undefined => (Object.hasOwn(BYTES, type) ? BYTES[type] : undefined);

/** Values of each vertex, in this order behind the header since I3S 1.7. */
const PER_VERTEX = ['position', 'normal', 'uv0', 'color', 'uvRegion'];
/** What is read of each; another type or size is passed over. */
const READ: Readonly<Partial<Record<string, readonly [type: string, size: number]>>> = {
  position: ['Float32', 3],
  normal: ['Float32', 3],
  uv0: ['Float32', 2],
  color: ['UInt8', 4],
  uvRegion: ['UInt16', 4],
};

/** Where the values of each vertex are in a plain buffer: lists one behind the other. */
export interface PlainLayout {
  /** Of the count of vertices, an unsigned number of `countBytes`. */
  readonly countAt: number;
  readonly countBytes: number;
  /** Of the first list. */
  readonly offset: number;
  readonly lists: readonly { readonly name: string; readonly type: string; readonly size: number }[];
}

/** Of I3S 1.7 and later. */
export function layoutOfBuffer(buffer: JsonNode): PlainLayout {
  const lists = PER_VERTEX.flatMap((name) => {
    const value = buffer.optional(name);
    return value ? [{ name, type: value.get('type').string(), size: value.get('component').integer(1) }] : [];
  });
  return { countAt: 0, countBytes: 4, offset: buffer.optional('offset')?.integer() ?? 8, lists };
}

/** Throws ContentError for one that is damaged, or has no positions of three floats. */
export function plainGeometry(bytes: Uint8Array<ArrayBuffer>, layout: PlainLayout, where: string): NodeGeometry {
  if (bytes.byteLength < layout.offset) throw new MalformedContentError(where, 'It is cut off.');
  const vertexCount = unsignedAt(bytes, layout.countAt, layout.countBytes);
  if (3 * vertexCount > COMPONENTS_LARGEST) throw new MalformedContentError(where, `It has ${vertexCount} vertices.`);
  const found: Partial<Record<string, ArrayBuffer>> = {};
  let at = layout.offset;
  for (const { name, type, size } of layout.lists) {
    const width = widthOf(type);
    if (!width || size > 4) throw new UnsupportedContentError(where, `Its ${name} is of type ${type} × ${size}.`);
    const end = at + vertexCount * width * size;
    if (end > bytes.byteLength) throw new MalformedContentError(where, `It ends within its ${name}.`);
    const [readType, readSize] = (Object.hasOwn(READ, name) && READ[name]) || [];
    // A copy: the place need not suit the type.
    if (readType === type && readSize === size) found[name] = bytes.slice(at, end).buffer;
    at = end;
  }
  const { position, normal, uv0, color, uvRegion } = found;
  if (!position) throw new UnsupportedContentError(where, 'It has no positions of three floats.');
  if (vertexCount === 0 || vertexCount % 3 !== 0)
    throw new MalformedContentError(where, 'Its vertices are no triangles.');
  return {
    vertexCount,
    offsets: new Float32Array(position),
    scale: [1, 1],
    normals: normal ? new Float32Array(normal) : null,
    uvs: uv0 ? new Float32Array(uv0) : null,
    colors: color ? new Uint8Array(color) : null,
    uvRegions: uvRegion ? new Uint16Array(uvRegion) : null,
    indices: null,
  };
}

/** Little-endian, beyond 2^53 the nearest double. */
const unsignedAt = (bytes: Uint8Array, at: number, width: number): number =>
  bytes.subarray(at, at + width).reduceRight((sum, byte) => 256 * sum + byte, 0);
