import type { ForeignJson } from '../tiles3d/index.ts';

/** A texture of a material, as foreign data: any member may be missing or wrong. */
export interface GltfTextureInfo {
  index: number;
  texCoord?: number;
  /** Of normals. */
  scale?: number;
  /** Of occlusion. */
  strength?: number;
  extensions?: ForeignJson;
}

/** Colour, alpha and lighting of a material. */
export interface MaterialFacts {
  /** Linear factors, 0…1. */
  readonly baseColor: [number, number, number, number];
  readonly texture: GltfTextureInfo | null;
  readonly alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  /** The colour is drawn unchanged (KHR_materials_unlit). */
  readonly unlit: boolean;
}

/** KHR_texture_transform as [a, b, c, d, e, f]: u' = a·u + c·v + e, v' = b·u + d·v + f. */
export type UvTransform = [number, number, number, number, number, number];

/** Extensions by which a texture names a picture of another format than JPEG and PNG. */
export const PICTURE_EXTENSIONS = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif'] as const;

/** Null gives glTF's default material. What is wrong in it counts as absent. */
export function readMaterial(json: ForeignJson | null): MaterialFacts {
  const extensions: ForeignJson | undefined = json?.['extensions'];
  const glossiness = extensions?.['KHR_materials_pbrSpecularGlossiness'];
  const pbr = json?.['pbrMetallicRoughness'];
  const factor: unknown = glossiness?.diffuseFactor ?? pbr?.baseColorFactor;
  const texture: GltfTextureInfo | undefined = glossiness?.diffuseTexture ?? pbr?.baseColorTexture;
  const mode: unknown = json?.['alphaMode'];
  return {
    baseColor: Array.isArray(factor) && factor.length === 4 ? (factor as MaterialFacts['baseColor']) : [1, 1, 1, 1],
    texture: typeof texture?.index === 'number' ? texture : null,
    alphaMode: mode === 'MASK' || mode === 'BLEND' ? mode : 'OPAQUE',
    alphaCutoff: json?.['alphaCutoff'] ?? 0.5,
    doubleSided: json?.['doubleSided'] === true,
    unlit: extensions?.['KHR_materials_unlit'] !== undefined,
  };
}

/** The coordinate set of a texture, and its transform; null when it changes nothing. */
export function uvPlaceOf(info: GltfTextureInfo): { set: number; transform: UvTransform | null } {
  const transform = info.extensions?.['KHR_texture_transform'];
  return { set: transform?.texCoord ?? info.texCoord ?? 0, transform: transform ? uvMatrix(transform) : null };
}

/** Translation · rotation · scale of KHR_texture_transform. */
function uvMatrix(transform: { offset?: number[]; rotation?: number; scale?: number[] }): UvTransform | null {
  const [offsetU = 0, offsetV = 0] = transform.offset ?? [];
  const [scaleU = 1, scaleV = 1] = transform.scale ?? [];
  const rotationRad = transform.rotation ?? 0;
  if (offsetU === 0 && offsetV === 0 && scaleU === 1 && scaleV === 1 && rotationRad === 0) return null;
  const cos = Math.cos(rotationRad);
  const sin = Math.sin(rotationRad);
  return [scaleU * cos, -scaleU * sin, scaleV * sin, scaleV * cos, offsetU, offsetV];
}

/** Applies the transform to flat uv pairs, as a new array. */
export function transformUvs(uvs: Float32Array, [a, b, c, d, e, f]: UvTransform): Float32Array {
  const out = new Float32Array(uvs.length);
  for (let i = 0; i + 1 < uvs.length; i += 2) {
    const u = uvs[i]!;
    const v = uvs[i + 1]!;
    out[i] = a * u + c * v + e;
    out[i + 1] = b * u + d * v + f;
  }
  return out;
}

/** The image of a texture: of the first of the `extensions` that it has, else of its own; null without one. */
export function imageOf(texture: ForeignJson | undefined, extensions: readonly string[]): number | null {
  const sources = extensions.map((name) => texture?.['extensions']?.[name]?.source as unknown);
  const source = sources.find((found) => found != null) ?? (texture?.['source'] as unknown);
  return typeof source === 'number' ? source : null;
}
