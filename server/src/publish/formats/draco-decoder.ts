import { createRequire } from 'node:module';

/** The part of the decoder's interface that is used for any geometry; the package has no types. */
export interface DracoModule {
  readonly HEAPU8: Uint8Array;
  readonly TRIANGULAR_MESH: number;
  readonly POINT_CLOUD: number;
  readonly DT_INT8: number;
  readonly DT_UINT8: number;
  readonly DT_INT16: number;
  readonly DT_UINT16: number;
  readonly DT_UINT32: number;
  readonly DT_FLOAT32: number;
  Decoder: new () => DracoDecoder;
  DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
  Mesh: new () => Mesh;
  PointCloud: new () => PointCloud;
  destroy(made: object): void;
  _malloc(bytes: number): number;
  _free(at: number): void;
}
interface PointCloud {
  /** 0 after a failure. */
  readonly ptr: number;
  num_points(): number;
}
interface Mesh extends PointCloud {
  num_faces(): number;
}
interface DracoAttribute {
  /** 0 where there is none. */
  readonly ptr: number;
  num_components(): number;
}
interface DracoDecoder {
  GetEncodedGeometryType(buffer: object): number;
  DecodeBufferToMesh(buffer: object, mesh: Mesh): { ok(): boolean };
  DecodeBufferToPointCloud(buffer: object, cloud: PointCloud): { ok(): boolean };
  GetTrianglesUInt32Array(mesh: Mesh, bytes: number, at: number): boolean;
  GetAttributeByUniqueId(of: PointCloud, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    of: PointCloud,
    attribute: DracoAttribute,
    type: number,
    bytes: number,
    at: number,
  ): boolean;
}

let loaded: Promise<DracoModule> | null = null;

/** The decoder of Draco, loaded once. */
export function dracoDecoder(): Promise<DracoModule> {
  const draco3d = createRequire(import.meta.url)('draco3d') as { createDecoderModule(): Promise<DracoModule> };
  return (loaded ??= draco3d.createDecoderModule());
}

/** A copy of the bytes that `fill` writes to the memory of the decoder; null where it returns false. */
export function readFromDraco(
  draco: DracoModule,
  byteLength: number,
  fill: (at: number) => boolean,
): ArrayBuffer | null {
  const at = draco._malloc(byteLength);
  const isFilled = fill(at);
  // The memory may have grown, and moved, in between.
  const bytes = draco.HEAPU8.slice(at, at + byteLength).buffer;
  draco._free(at);
  return isFilled ? bytes : null;
}
