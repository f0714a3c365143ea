import type { Material } from '../content.ts';
import type { GltfMaterial, GltfTextureInfo } from './gltf-schema.ts';

/** What a primitive's material says; `uvSet` and `uvTransform` are for the vertices, the rest for the draw call. */
export interface ReadMaterial {
  /** `texture` is a glTF texture index here; the texture loader gives it its place among the content's textures. */
  material: Material;
  uvSet: number;
  /** KHR_texture_transform as [a, b, c, d, e, f]: u' = a·u + c·v + e, v' = b·u + d·v + f; null for none. */
  uvTransform: UvTransform | null;
}

export type UvTransform = [number, number, number, number, number, number];

/** Reads base colour, alpha and lighting of a glTF material; null gives glTF's default material. */
export function readMaterial(json: GltfMaterial | null): ReadMaterial {
  const glossiness = json?.extensions?.['KHR_materials_pbrSpecularGlossiness'];
  const pbr = json?.pbrMetallicRoughness;
  const factor: unknown = glossiness?.diffuseFactor ?? pbr?.baseColorFactor;
  const texture: GltfTextureInfo | undefined = glossiness?.diffuseTexture ?? pbr?.baseColorTexture;
  const transform = texture?.extensions?.['KHR_texture_transform'];
  const mode = json?.alphaMode;
  return {
    material: {
      baseColor: Array.isArray(factor) && factor.length === 4 ? (factor as Material['baseColor']) : [1, 1, 1, 1],
      texture: typeof texture?.index === 'number' ? texture.index : null,
      alphaMode: mode === 'MASK' || mode === 'BLEND' ? mode : 'OPAQUE',
      alphaCutoff: json?.alphaCutoff ?? 0.5,
      doubleSided: json?.doubleSided === true,
      unlit: json?.extensions?.['KHR_materials_unlit'] !== undefined,
    },
    uvSet: transform?.texCoord ?? texture?.texCoord ?? 0,
    uvTransform: transform ? uvMatrix(transform) : null,
  };
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
