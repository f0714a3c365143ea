/**
 * Decoding of Draco data (meshes and point clouds) through Google's compiled decoder. The module is given, not loaded
 * here: see `content-platform.ts`. Everything the decoder allocates is freed before returning.
 */
import type { ComponentArray } from './content.ts';
import { allocateComponents } from './accessors.ts';
import { MalformedContent } from './content-errors.ts';
import { guardDecoder } from './decoder-crash.ts';

/** Objects of the wasm heap: opaque, to be destroyed. */
type DracoObject = object;
interface DracoGeometry {
  num_points(): number;
  num_faces(): number;
}
interface DracoStatus {
  ok(): boolean;
  error_msg(): string;
}
interface DracoAttribute {
  num_components(): number;
}
interface DracoDecoder {
  DecodeArrayToMesh(data: Uint8Array, size: number, out: DracoGeometry): DracoStatus;
  DecodeArrayToPointCloud(data: Uint8Array, size: number, out: DracoGeometry): DracoStatus;
  GetAttributeByUniqueId(geometry: DracoGeometry, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    geometry: DracoGeometry,
    attribute: DracoAttribute,
    type: number,
    sizeBytes: number,
    pointer: number,
  ): boolean;
  GetTrianglesUInt32Array(mesh: DracoGeometry, sizeBytes: number, pointer: number): boolean;
}

/** The compiled decoder once it has started: the names are those of Draco's own JavaScript interface. */
export interface DracoModule {
  Decoder: new () => DracoDecoder;
  Mesh: new () => DracoGeometry;
  PointCloud: new () => DracoGeometry;
  destroy(object: DracoObject): void;
  _malloc(sizeBytes: number): number;
  _free(pointer: number): void;
  HEAPU8: Uint8Array;
}

/** A compiled decoder's entry. */
export type DecoderStart = (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>;

export const startDraco = async (start: DecoderStart, wasmBinary: ArrayBuffer): Promise<DracoModule> =>
  (await start({ wasmBinary })) as DracoModule;

/** draco::DataType by WebGL component type. */
const DRACO_TYPES: Record<number, number> = { 5120: 1, 5121: 2, 5122: 3, 5123: 4, 5125: 6, 5126: 9 };

export interface DracoRequest {
  kind: 'mesh' | 'points';
  /** What to read, by the name it gets in the result: Draco's unique attribute id and the component type wanted. */
  attributes: Record<string, { uniqueId: number; componentType: number }>;
}

export interface DracoResult {
  vertexCount: number;
  attributes: Record<string, { value: ComponentArray; size: number }>;
  /** Three corners per triangle; null for point clouds. */
  indices: Uint32Array | null;
}

/** Decodes `bytes`; throws MalformedContent, naming `where`, when they are damaged or lack an attribute. */
export const decodeDraco = (
  module: DracoModule,
  bytes: Uint8Array,
  request: DracoRequest,
  where: string,
): DracoResult => guardDecoder(module, where, () => decode(module, bytes, request, where));

function decode(module: DracoModule, bytes: Uint8Array, request: DracoRequest, where: string): DracoResult {
  const decoder = new module.Decoder();
  const geometry = request.kind === 'mesh' ? new module.Mesh() : new module.PointCloud();
  try {
    const status =
      request.kind === 'mesh'
        ? decoder.DecodeArrayToMesh(bytes, bytes.byteLength, geometry)
        : decoder.DecodeArrayToPointCloud(bytes, bytes.byteLength, geometry);
    if (!status.ok()) throw new MalformedContent(`${where}: the Draco data is damaged (${status.error_msg()}).`);
    const vertexCount = geometry.num_points();
    const attributes: DracoResult['attributes'] = {};
    for (const [name, { uniqueId, componentType }] of Object.entries(request.attributes)) {
      attributes[name] = readAttribute(module, decoder, geometry, uniqueId, componentType, `${where}, ${name}`);
    }
    const indices = request.kind === 'mesh' ? readTriangles(module, decoder, geometry) : null;
    return { vertexCount, attributes, indices };
  } finally {
    module.destroy(geometry);
    module.destroy(decoder);
  }
}

function readAttribute(
  module: DracoModule,
  decoder: DracoDecoder,
  geometry: DracoGeometry,
  uniqueId: number,
  componentType: number,
  where: string,
): DracoResult['attributes'][string] {
  const attribute = decoder.GetAttributeByUniqueId(geometry, uniqueId);
  const type = DRACO_TYPES[componentType];
  // A missing attribute is a null pointer wrapped in an object.
  const isThere = (attribute as { ptr?: number } | null)?.ptr !== 0 && attribute !== null;
  if (!isThere || type === undefined) throw new MalformedContent(`${where}: no such attribute in the Draco data.`);
  const size = attribute.num_components();
  const value = allocateComponents(componentType, geometry.num_points(), size, where);
  copyFromHeap(module, value, (pointer) =>
    decoder.GetAttributeDataArrayForAllPoints(geometry, attribute, type, value.byteLength, pointer),
  );
  return { value, size };
}

function readTriangles(module: DracoModule, decoder: DracoDecoder, mesh: DracoGeometry): Uint32Array {
  const indices = new Uint32Array(mesh.num_faces() * 3);
  copyFromHeap(module, indices, (pointer) => decoder.GetTrianglesUInt32Array(mesh, indices.byteLength, pointer));
  return indices;
}

/** Lets `write` fill memory of the decoder and copies it to `target`. */
function copyFromHeap(module: DracoModule, target: ComponentArray, write: (pointer: number) => boolean): void {
  const pointer = module._malloc(target.byteLength);
  if (pointer === 0) throw new MalformedContent('The Draco data needs more memory than there is.');
  try {
    if (!write(pointer))
      throw new MalformedContent('The Draco data cannot be read in the type that its file declares.');
    // The heap may have grown, and its view been replaced, while it was written to.
    const source = module.HEAPU8.subarray(pointer, pointer + target.byteLength);
    new Uint8Array(target.buffer as ArrayBuffer).set(source);
  } finally {
    module._free(pointer);
  }
}
