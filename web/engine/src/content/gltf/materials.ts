import type { Material } from '../content.ts';
import { readFinish } from './finish.ts';
import type { GltfMaterial, GltfTextureInfo } from './gltf-schema.ts';

/** The properties of a primitive's material, with its textures by glTF index. */
export interface ReadMaterial {
  /** The loader of textures gives {@link texture} and those of the finish their places among the content's textures. */
  material: Omit<Material, 'texture' | 'finish'>;
  texture: GltfTextureInfo | null;
  finish: ReturnType<typeof readFinish>;
}

/** KHR_texture_transform as [a, b, c, d, e, f]: u' = a·u + c·v + e, v' = b·u + d·v + f. */
export type UvTransform = [number, number, number, number, number, number];

/** Reads colour, alpha and lighting of a glTF material; null gives glTF's default material. */
export function readMaterial(json: GltfMaterial | null): ReadMaterial {
  const glossiness = json?.extensions?.['KHR_materials_pbrSpecularGlossiness'];
  const pbr = json?.pbrMetallicRoughness;
  const factor: unknown = glossiness?.diffuseFactor ?? pbr?.baseColorFactor;
  const texture: GltfTextureInfo | undefined = glossiness?.diffuseTexture ?? pbr?.baseColorTexture;
  const mode = json?.alphaMode;
  return {
    material: {
      baseColor: Array.isArray(factor) && factor.length === 4 ? (factor as Material['baseColor']) : [1, 1, 1, 1],
      alphaMode: mode === 'MASK' || mode === 'BLEND' ? mode : 'OPAQUE',
      alphaCutoff: json?.alphaCutoff ?? 0.5,
      doubleSided: json?.doubleSided === true,
      unlit: json?.extensions?.['KHR_materials_unlit'] !== undefined,
    },
    texture: typeof texture?.index === 'number' ? texture : null,
    finish: readFinish(json),
  };
}

/** The coordinate set of a texture, and its transform. */
export function uvPlaceOf(info: GltfTextureInfo): { set: number; transform: UvTransform | null } {
  const transform = info.extensions?.['KHR_texture_transform'];
  return { set: transform?.texCoord ?? info.texCoord ?? 0, transform: transform ? uvMatrix(transform) : null };
}

/** Translation · rotation · scale of KHR_texture_transform; null when it changes nothing. */
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
