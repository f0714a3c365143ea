/**
 * The parts of glTF 2.0 that are read, as foreign data: any field may be missing or wrong, and nothing here is checked by
 * the type system. Names and meanings are those of the glTF 2.0 specification, §5.
 */
import type { GltfTextureInfo } from '@overlook/shared/gltf';
import type { ForeignJson } from '@overlook/shared/tiles3d';

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
  accessors?: ForeignJson[];
  bufferViews?: ForeignJson[];
  buffers?: { uri?: string; byteLength: number }[];
  materials?: GltfMaterial[];
  textures?: { source?: number; sampler?: number; extensions?: ForeignJson }[];
  samplers?: { magFilter?: number; minFilter?: number; wrapS?: number; wrapT?: number }[];
  images?: { uri?: string; bufferView?: number; mimeType?: string }[];
}
