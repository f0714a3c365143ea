/**
 * A tile's content, as the worker returns it: plain data, ready for the GPU, transferable.
 *
 * Local frame of a primitive: the frame of its arrays. `matrix` takes it to the tile's content frame, which is the
 * frame that the tile's transform starts from: z-up, metres. Node transforms, the y-up to z-up turn, RTC_CENTER, CESIUM_RTC,
 * quantisation scale and offset are all in `matrix`, in double precision, so the arrays stay small.
 */
import type { Float64Mat4 } from '@overlook/shared/maths';
import type { PointSample } from './points/point-sample.ts';
import type { ScanValues } from './points/scan-values.ts';
import type { Attribute } from './points/scan-values.ts';

export type IndexArray = Uint16Array | Uint32Array;

/** Id of vertices without a feature, in a content with features. */
export const NO_FEATURE = 0xffffffff;

export interface Material {
  /** Linear factors, 0…1. */
  baseColor: [number, number, number, number];
  /** Index in {@link TileContent.textures}, or null. */
  texture: number | null;
  alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  alphaCutoff: number;
  doubleSided: boolean;
  /** Draw the colour unchanged, without lighting (KHR_materials_unlit). */
  unlit: boolean;
  /** Null for surfaces that are lit by their colour alone. */
  finish: Finish | null;
}

/** Textures of a finish: roughness and metal in green and blue, normals of the tangent frame, ambient light in red, light of its own. */
export type MapName = 'metallicRoughness' | 'normal' | 'occlusion' | 'emissive';

export interface TextureMap {
  /** Index in {@link TileContent.textures}. */
  texture: number;
  /** Reads {@link MeshPrimitive.secondUvs} in place of the first. */
  isSecondUv: boolean;
}

/** How a surface reflects and emits light, besides its colour (glTF 2.0 §3.9): factors of its maps. */
export interface Finish {
  metallic: number;
  roughness: number;
  /** Linear, may be above 1. */
  emissive: [number, number, number];
  normalScale: number;
  occlusionStrength: number;
  maps: Record<MapName, TextureMap | null>;
}

interface PrimitiveBase {
  positions: Attribute;
  /** Bounds of `positions` in the local frame (dequantised only by `normalized`). */
  min: [number, number, number];
  max: [number, number, number];
  colors: Attribute | null;
  normals: Attribute | null;
  /** The encoding of `colors`: linear light (glTF, the default) or display values (pnts). */
  colorSpace?: 'linear' | 'srgb';
  /**
   * One unsigned integer per vertex, unique within this content; null when the content has no features. Ids from
   * `featureCount` on (such as {@link NO_FEATURE}) belong to no feature.
   */
  featureIds: Attribute | null;
  matrix: Float64Mat4;
}

export interface MeshPrimitive extends PrimitiveBase {
  kind: 'mesh';
  /** WebGL primitive mode: 4 triangles, 1 lines. Strips, fans and loops have been rewritten to these two. */
  mode: 1 | 4;
  /** The primitive after it is lines along its faces (CESIUM_primitive_outline). */
  isOutlined?: boolean;
  uvs: Attribute | null;
  /** Of maps that use other coordinates than the colour. */
  secondUvs: Attribute | null;
  indices: IndexArray | null;
  material: Material;
  /** Instances as local→local matrices, 16 doubles each, applied before `matrix`; null for one instance. */
  instances: Float64Array | null;
  /** One feature id per instance (i3dm BATCH_ID), or null. */
  instanceFeatureIds: Uint32Array | null;
}

export interface PointsPrimitive extends PrimitiveBase {
  kind: 'points';
  /** Intensity, class and return of each point; null where the content has none of them. */
  scan: ScanValues | null;
  sample: PointSample;
  /** Metres between neighbours (points/point-spacing.ts), in the target frame of `matrix`; 0 where it is not known. */
  spacing: number;
}

export type Primitive = MeshPrimitive | PointsPrimitive;

export interface TextureSampler {
  wrapS: number;
  wrapT: number;
  minFilter: number;
  magFilter: number;
}

export type TextureSource =
  | {
      kind: 'bitmap';
      bitmap: ImageBitmap;
      sampler: TextureSampler;
      /** Its values are numbers, and not display colours. */
      isData: boolean;
    }
  | {
      kind: 'compressed';
      /** WebGL internal format, e.g. 0x9278 COMPRESSED_RGBA8_ETC2_EAC; or RGBA8 (0x8058) when no format is supported. */
      internalFormat: number;
      levels: { data: Uint8Array; width: number; height: number }[];
      sampler: TextureSampler;
    };

export interface TileContent {
  primitives: Primitive[];
  textures: TextureSource[];
  /** Batch table or property table columns by name (b3dm, i3dm, pnts, EXT_structural_metadata), one value per feature id. */
  properties: Record<string, unknown[]> | null;
  featureCount: number;
  /** Attribution from asset.copyright, for the credits line. */
  copyright: string | null;
  /** Parts that could not be shown, each named for a person: "glTF extension KHR_xyz is not supported". */
  warnings: string[];
}

/** A further tileset instead of geometry. */
export interface ExternalTileset {
  json: unknown;
}

export type ParsedContent = { type: 'content'; content: TileContent } | { type: 'tileset'; tileset: ExternalTileset };

/** GPU texture formats the device can take, as KTX2/Basis targets, best first. */
export type CompressedTextureSupport = ('astc' | 'bc7' | 'bc3' | 'etc2' | 'rgba8')[];
