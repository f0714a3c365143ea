import { createRequire } from 'node:module';
import { BadContent } from '../formats/bad-content.ts';

/** What is used of the package, which has no types. */
interface DracoModule {
  Decoder: new () => {
    DecodeArrayToPointCloud(bytes: Int8Array, length: number, out: unknown): { ok(): boolean };
    GetAttributeByUniqueId(cloud: unknown, id: number): unknown;
    GetAttributeFloatForAllPoints(cloud: unknown, attribute: unknown, out: unknown): boolean;
  };
  PointCloud: new () => { num_points(): number };
  DracoFloat32Array: new () => { GetValue(index: number): number; size(): number };
  destroy(thing: unknown): void;
}

let loaded: Promise<DracoModule> | null = null;

/** The decoder of Draco, loaded once. */
export function decoderModule(): Promise<DracoModule> {
  const draco3d = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule(): Promise<DracoModule> };
  return (loaded ??= draco3d.createDecoderModule());
}

/** Attributes of a compressed cloud by their ids, flat floats; integers as they are. Throws `BadContent`. */
export async function decodeCloud(bytes: Uint8Array, ids: readonly number[]): Promise<Float32Array[]> {
  const draco = await decoderModule();
  const [decoder, cloud] = [new draco.Decoder(), new draco.PointCloud()];
  try {
    const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!decoder.DecodeArrayToPointCloud(signed, signed.byteLength, cloud).ok())
      throw new BadContent('feature table', 'is damaged: its points are not what Draco writes.');
    return ids.map((id) => {
      const values = new draco.DracoFloat32Array();
      try {
        decoder.GetAttributeFloatForAllPoints(cloud, decoder.GetAttributeByUniqueId(cloud, id), values);
        return Float32Array.from({ length: values.size() }, (_, i) => values.GetValue(i));
      } finally {
        draco.destroy(values);
      }
    });
  } finally {
    draco.destroy(cloud);
    draco.destroy(decoder);
  }
}
