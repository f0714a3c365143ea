import { createRequire } from 'node:module';

/** The part of the encoder's interface that is used; the package has no types. */
interface Draco {
  readonly POSITION: number;
  readonly NORMAL: number;
  readonly TEX_COORD: number;
  readonly COLOR: number;
  readonly GENERIC: number;
  Mesh: new () => object;
  MeshBuilder: new () => Builder;
  MetadataBuilder: new () => MetadataBuilder;
  Metadata: new () => object;
  Encoder: new () => { EncodeMeshToDracoBuffer(mesh: object, out: DracoBytes): number };
  DracoInt8Array: new () => DracoBytes;
}
interface Builder {
  AddFacesToMesh(mesh: object, faces: number, indices: Uint32Array): boolean;
  AddFloatAttribute(mesh: object, kind: number, count: number, size: number, values: Float32Array): number;
  AddUInt8Attribute(mesh: object, kind: number, count: number, size: number, values: Uint8Array): number;
  AddUInt16Attribute(mesh: object, kind: number, count: number, size: number, values: Uint16Array): number;
  SetMetadataForAttribute(mesh: object, attribute: number, metadata: object): boolean;
}
interface MetadataBuilder {
  AddDoubleEntry(metadata: object, name: string, value: number): void;
  AddStringEntry(metadata: object, name: string, value: string): void;
}
interface DracoBytes {
  GetValue(i: number): number;
}

/** An attribute of each vertex, flat, with entries of its metadata. */
interface MadeAttribute {
  readonly kind: 'POSITION' | 'NORMAL' | 'TEX_COORD' | 'COLOR' | 'GENERIC';
  readonly size: number;
  readonly values: Float32Array | Uint8Array | Uint16Array;
  readonly metadata?: Readonly<Record<string, number | string>>;
}

/** A mesh that is compressed with Draco, without quantisation. */
export async function aDracoMesh(
  indices: readonly number[],
  attributes: readonly MadeAttribute[],
): Promise<Uint8Array> {
  const draco3d = createRequire(import.meta.url)('draco3d') as { createEncoderModule(): Promise<Draco> };
  const draco = await draco3d.createEncoderModule();
  const [mesh, builder, entries] = [new draco.Mesh(), new draco.MeshBuilder(), new draco.MetadataBuilder()];
  builder.AddFacesToMesh(mesh, indices.length / 3, Uint32Array.from(indices));
  for (const { kind, size, values, metadata = {} } of attributes) {
    const count = values.length / size;
    const added = [mesh, draco[kind], count, size] as const;
    const id =
      values instanceof Float32Array
        ? builder.AddFloatAttribute(...added, values)
        : values instanceof Uint8Array
          ? builder.AddUInt8Attribute(...added, values)
          : builder.AddUInt16Attribute(...added, values);
    const told = new draco.Metadata();
    for (const [name, value] of Object.entries(metadata))
      if (typeof value === 'number') entries.AddDoubleEntry(told, name, value);
      else entries.AddStringEntry(told, name, value);
    builder.SetMetadataForAttribute(mesh, id, told);
  }
  const bytes = new draco.DracoInt8Array();
  const byteLength = new draco.Encoder().EncodeMeshToDracoBuffer(mesh, bytes);
  if (byteLength === 0) throw new Error('Draco made nothing of the mesh.');
  return Uint8Array.from({ length: byteLength }, (_, i) => bytes.GetValue(i) & 255);
}
