import { binaryBody, type JsonNode } from '@overlook/shared/tiles3d';
import { dracoDecoder, readFromDraco } from './draco-decoder.ts';
import type { Pnts } from './tile-content.ts';

/** The drawn data of a compressed point cloud. */
export interface DracoPoints {
  /** Flat xyz, without RTC_CENTER. */
  readonly positions: Float32Array;
  /** Flat RGB or RGBA, 0 to 255; null where it has none. */
  readonly colors: { readonly value: Uint8Array; readonly size: 3 | 4 } | null;
}

const EXTENSION = '3DTILES_draco_point_compression';

/** The extension of a tile whose points are compressed; null where they are not. */
export const dracoExtension = ({ featureTable }: Pnts): JsonNode | null =>
  featureTable.json.optional('extensions')?.optional(EXTENSION) ?? null;

/** Decodes the points of a tile by its `extension`. Throws `ContentError` where they are damaged. */
export async function decodeDracoPoints({ featureTable, points }: Pnts, extension: JsonNode): Promise<DracoPoints> {
  const bytes = binaryBody(featureTable, extension, extension.get('byteLength').integer(1));
  const properties = extension.get('properties');
  const draco = await dracoDecoder();
  const [decoder, buffer, cloud] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.PointCloud()];
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
    const isCloud = decoder.GetEncodedGeometryType(buffer) === draco.POINT_CLOUD;
    if (!isCloud || !decoder.DecodeBufferToPointCloud(buffer, cloud).ok() || cloud.ptr === 0)
      return extension.fail('is damaged: its bytes are not what Draco writes for points.');
    if (cloud.num_points() !== points)
      return extension.fail(`holds ${cloud.num_points()} points where ${points} are declared.`);
    /** Values of an attribute as `type`, of which each has `bytesEach`. */
    const values = (id: JsonNode, sizes: readonly number[], type: number, bytesEach: number) => {
      const found = decoder.GetAttributeByUniqueId(cloud, id.integer());
      const size = found.ptr === 0 ? 0 : found.num_components();
      if (!sizes.includes(size)) return id.fail('names an attribute that the compressed points do not have.');
      const byteLength = points * size * bytesEach;
      const read = readFromDraco(draco, byteLength, (at) =>
        decoder.GetAttributeDataArrayForAllPoints(cloud, found, type, byteLength, at),
      );
      return read ? { read, size } : id.fail('names an attribute that cannot be read.');
    };
    const positions = values(properties.get('POSITION'), [3], draco.DT_FLOAT32, 4);
    const tint = properties.optional('RGBA') ?? properties.optional('RGB');
    const colors = tint && values(tint, [3, 4], draco.DT_UINT8, 1);
    return {
      positions: new Float32Array(positions.read),
      colors: colors && { value: new Uint8Array(colors.read), size: colors.size === 4 ? 4 : 3 },
    };
  } finally {
    for (const made of [cloud, buffer, decoder]) draco.destroy(made);
  }
}
