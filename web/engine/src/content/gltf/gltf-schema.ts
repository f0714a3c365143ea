/**
 * The parts of glTF 2.0 that are read, as foreign data: any field may be missing or wrong, and nothing here is checked by
 * the type system. Names and meanings are those of the glTF 2.0 specification, §5.
 */
import type { ForeignJson } from '@overlook/shared/tiles3d';

export interface GltfAccessor {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: boolean;
  count: number;
  type: string;
  sparse?: {
    count: number;
    indices: { bufferView: number; byteOffset?: number; componentType: number };
    values: { bufferView: number; byteOffset?: number };
  };
}

export interface GltfBufferView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride?: number;
  extensions?: ForeignJson;
}

export interface GltfTextureInfo {
  index: number;
  texCoord?: number;
  /** Of normals. */
  scale?: number;
  /** Of occlusion. */
  strength?: number;
  extensions?: ForeignJson;
}

export interface GltfMaterial {
  pbrMetallicRoughness?: {
    baseColorFactor?: number[];
    baseColorTexture?: GltfTextureInfo;
    metallicFactor?: number;
    roughnessFactor?: number;
    metallicRoughnessTexture?: GltfTextureInfo;
  };
  normalTexture?: GltfTextureInfo;
  occlusionTexture?: GltfTextureInfo;
  emissiveTexture?: GltfTextureInfo;
  emissiveFactor?: number[];
  alphaMode?: string;
  alphaCutoff?: number;
  doubleSided?: boolean;
  extensions?: ForeignJson;
}

export interface GltfPrimitive {
  attributes: Record<string, number>;
  indices?: number;
  material?: number;
  mode?: number;
  extensions?: ForeignJson;
}

export interface GltfNode {
  children?: number[];
  mesh?: number;
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  extensions?: ForeignJson;
}

export interface GltfJson {
  asset?: { version?: string; copyright?: string };
  extensionsRequired?: string[];
  extensions?: ForeignJson;
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: { primitives?: GltfPrimitive[] }[];
  accessors?: GltfAccessor[];
  bufferViews?: GltfBufferView[];
  buffers?: { uri?: string; byteLength: number }[];
  materials?: GltfMaterial[];
  textures?: { source?: number; sampler?: number; extensions?: ForeignJson }[];
  samplers?: { magFilter?: number; minFilter?: number; wrapS?: number; wrapT?: number }[];
  images?: { uri?: string; bufferView?: number; mimeType?: string }[];
}
