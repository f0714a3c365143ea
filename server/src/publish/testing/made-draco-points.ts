import { createRequire } from 'node:module';
import { aPnts } from './made-tiles.ts';

/** The part of the encoder's interface that is used; the package has no types. */
interface Draco {
  readonly POSITION: number;
  readonly COLOR: number;
  PointCloud: new () => object;
  PointCloudBuilder: new () => Builder;
  Encoder: new () => { EncodePointCloudToDracoBuffer(cloud: object, isSorted: boolean, out: DracoBytes): number };
  DracoInt8Array: new () => DracoBytes;
}
interface Builder {
  AddFloatAttribute(cloud: object, kind: number, count: number, size: number, values: Float32Array): number;
  AddUInt8Attribute(cloud: object, kind: number, count: number, size: number, values: Uint8Array): number;
}
interface DracoBytes {
  GetValue(i: number): number;
}

/** A pnts whose points, flat xyz, are compressed with Draco, with flat RGB colours. */
export async function aDracoPnts(points: readonly number[], rgb: Uint8Array): Promise<Buffer> {
  const draco3d = createRequire(import.meta.url)('draco3d') as { createEncoderModule(): Promise<Draco> };
  const draco = await draco3d.createEncoderModule();
  const [cloud, builder, bytes] = [new draco.PointCloud(), new draco.PointCloudBuilder(), new draco.DracoInt8Array()];
  const count = points.length / 3;
  const POSITION = builder.AddFloatAttribute(cloud, draco.POSITION, count, 3, Float32Array.from(points));
  const RGB = builder.AddUInt8Attribute(cloud, draco.COLOR, count, 3, rgb);
  const byteLength = new draco.Encoder().EncodePointCloudToDracoBuffer(cloud, false, bytes);
  const body = Uint8Array.from({ length: byteLength }, (_, i) => bytes.GetValue(i) & 255);
  const extension = { properties: { POSITION, RGB }, byteOffset: 0, byteLength };
  return aPnts({
    points: [...points],
    featureTable: { RGB: { byteOffset: 0 }, extensions: { '3DTILES_draco_point_compression': extension } },
    body,
  });
}
