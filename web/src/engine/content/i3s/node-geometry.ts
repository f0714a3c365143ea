/** The geometry of a node of I3S: its plain buffer, or the Draco stream of that (OGC 17-014r9, "Geometry buffer"). */
import {
  COMPONENTS_LARGEST,
  type JsonNode,
  MalformedContentError,
  UnsupportedContentError,
} from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import { guardDecoder } from '../decoder-crash.ts';
import type { SceneLayer } from './scene-layer.ts';

/** As it is stored: positions are degrees and metres from the centre of the node. */
export interface NodeGeometry {
  readonly vertexCount: number;
  /** Flat xyz. */
  readonly offsets: Float32Array;
  /** Factors of x and y; 1 but for Draco. */
  readonly scale: readonly [number, number];
  readonly normals: Float32Array | null;
  /** Flat uv. */
  readonly uvs: Float32Array | null;
  /** Flat RGBA, values as on a screen. */
  readonly colors: Uint8Array | null;
  /** Parts of an atlas that the uvs are in: flat u0 v0 u1 v1, in 65,535ths. */
  readonly uvRegions: Uint16Array | null;
  /** Corners of triangles; null where each three vertices are one. */
  readonly indices: Uint32Array | null;
}

const BYTES = {
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  Float32: 4,
  Int8: 1,
  Int16: 2,
  Int32: 4,
  UInt64: 8,
  Float64: 8,
} as const;
/** Values of each vertex, in this order behind the header. */
const PER_VERTEX = ['position', 'normal', 'uv0', 'color', 'uvRegion'] as const;
type VertexValue = (typeof PER_VERTEX)[number];
/** What is read of each; another type or size is passed over. */
const READ: Readonly<Record<VertexValue, readonly [type: string, size: number]>> = {
  position: ['Float32', 3],
  normal: ['Float32', 3],
  uv0: ['Float32', 2],
  color: ['UInt8', 4],
  uvRegion: ['UInt16', 4],
};

/** The geometry of a mesh. Throws ContentError for one that is damaged, missing, or stored in another way. */
export async function readGeometry(layer: SceneLayer, mesh: JsonNode, context: ParseContext): Promise<NodeGeometry> {
  const geometry = mesh.get('geometry');
  const definitions = layer.json.list('geometryDefinitions');
  const definition = definitions[geometry.get('definition').index(definitions.length, 'geometry definitions')]!;
  const folder = `nodes/${geometry.get('resource').integer()}/geometries`;
  const buffers = definition.get('geometryBuffers').items();
  const where = `${context.name}, ${folder}`;
  for (const [i, buffer] of buffers.entries()) {
    if (buffer.optional('compressedAttributes')) continue;
    const bytes = await layer.file(`${folder}/${i}.bin`);
    if (bytes) return plainGeometry(bytes, buffer, where);
  }
  for (const [i, buffer] of buffers.entries()) {
    if (buffer.optional('compressedAttributes')?.get('encoding').value !== 'draco') continue;
    const bytes = await layer.file(`${folder}/${i}.draco`);
    if (bytes) return dracoGeometry(bytes, context, where);
  }
  throw new UnsupportedContentError(where, 'It has neither a plain geometry nor one of Draco.');
}

function plainGeometry(bytes: Uint8Array<ArrayBuffer>, layout: JsonNode, where: string): NodeGeometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8) throw new MalformedContentError(where, 'It is cut off.');
  const vertexCount = view.getUint32(0, true);
  if (3 * vertexCount > COMPONENTS_LARGEST) throw new MalformedContentError(where, `It has ${vertexCount} vertices.`);
  const found: Partial<Record<VertexValue, ArrayBuffer>> = {};
  let at = layout.optional('offset')?.integer() ?? 8;
  for (const name of PER_VERTEX) {
    const value = layout.optional(name);
    if (!value) continue;
    const [type, size] = [value.get('type').string(), value.get('component').integer(1)];
    const width = BYTES[type as keyof typeof BYTES];
    if (!width || size > 4) throw new UnsupportedContentError(where, `Its ${name} is of type ${type} × ${size}.`);
    const end = at + vertexCount * width * size;
    if (end > bytes.byteLength) throw new MalformedContentError(where, `It ends within its ${name}.`);
    // A copy: the place need not suit the type.
    if (READ[name][0] === type && READ[name][1] === size) found[name] = bytes.slice(at, end).buffer;
    at = end;
  }
  if (!found.position) throw new UnsupportedContentError(where, 'It has no positions of three floats.');
  if (vertexCount === 0 || vertexCount % 3 !== 0)
    throw new MalformedContentError(where, 'Its vertices are no triangles.');
  return {
    vertexCount,
    offsets: new Float32Array(found.position),
    scale: [1, 1],
    normals: found.normal ? new Float32Array(found.normal) : null,
    uvs: found.uv0 ? new Float32Array(found.uv0) : null,
    colors: found.color ? new Uint8Array(found.color) : null,
    uvRegions: found.uvRegion ? new Uint16Array(found.uvRegion) : null,
    indices: null,
  };
}

async function dracoGeometry(
  bytes: Uint8Array<ArrayBuffer>,
  { platform }: ParseContext,
  where: string,
): Promise<NodeGeometry> {
  const decoder = await platform.draco();
  const decoded = await guardDecoder(decoder, platform, where, () => decoder.parse(bytes.buffer, {}));
  const { attributes, loaderData, header, indices } = decoded;
  const told = Object.values(loaderData?.attributes ?? {});
  const metadataOf = (name: string) => told.find((one) => one.name === name)?.metadata ?? {};
  const place = metadataOf('POSITION') as Record<string, { double?: number } | undefined>;
  const valuesOf = <T>(name: string | undefined, size: number, from: (values: ArrayLike<number>) => T): T | null => {
    const found = name === undefined ? undefined : attributes[name];
    return found && found.size === size ? from(found.value as ArrayLike<number>) : null;
  };
  const float = (values: ArrayLike<number>) => Float32Array.from(values);
  const offsets = valuesOf('POSITION', 3, float);
  const vertexCount = header?.vertexCount ?? 0;
  if (!offsets || offsets.length !== 3 * vertexCount || vertexCount === 0 || !indices)
    throw new MalformedContentError(where, 'Its Draco data are no mesh.');
  const region = told.find(
    ({ metadata }) => (metadata as Record<string, { string?: string }>)['i3s-attribute-type']?.string === 'uv-region',
  );
  return {
    vertexCount,
    offsets,
    scale: [place['i3s-scale_x']?.double || 1, place['i3s-scale_y']?.double || 1],
    normals: valuesOf('NORMAL', 3, float),
    uvs: valuesOf('TEXCOORD_0', 2, float),
    colors: valuesOf('COLOR_0', 4, (values) => Uint8Array.from(values)),
    uvRegions: valuesOf(region?.name, 4, (values) => Uint16Array.from(values)),
    indices: Uint32Array.from(indices.value),
  };
}
