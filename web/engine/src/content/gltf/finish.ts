/** The reflective and emissive properties of a glTF material, besides its colour (glTF 2.0 §3.9). */
import type { Finish, MapName } from '../content.ts';
import type { GltfTextureInfo } from '@overlook/shared/gltf';
import type { GltfMaterial } from './gltf-schema.ts';

/** Dielectrics from this roughness on: their highlight is at most 3 of 255 brighter than the surface, and is not drawn. */
const MATTE = 0.7;

/** The textures of a finish as glTF names them. */
export type FinishTextures = Readonly<Record<MapName, GltfTextureInfo | null>>;

const infoOf = (info: GltfTextureInfo | undefined): GltfTextureInfo | null =>
  typeof info?.index === 'number' ? info : null;

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/**
 * Null for a matte surface, which is lit by its colour alone, and for an unlit one. A material without metal and
 * roughness is matte: by the specification it would be rough metal, but files that omit both are of paint, concrete and
 * earth.
 */
export function readFinish(
  json: GltfMaterial | null,
): { finish: Omit<Finish, 'maps'>; textures: FinishTextures } | null {
  if (!json || json.extensions?.['KHR_materials_unlit']) return null;
  const pbr = json.pbrMetallicRoughness;
  const textures = {
    metallicRoughness: infoOf(pbr?.metallicRoughnessTexture),
    normal: infoOf(json.normalTexture),
    occlusion: infoOf(json.occlusionTexture),
    emissive: infoOf(json.emissiveTexture),
  };
  const isTold =
    textures.metallicRoughness !== null || pbr?.metallicFactor !== undefined || pbr?.roughnessFactor !== undefined;
  const metallic = isTold ? numberOf(pbr?.metallicFactor, 1) : 0;
  const roughness = isTold ? numberOf(pbr?.roughnessFactor, 1) : 1;
  const strength = numberOf(json.extensions?.['KHR_materials_emissive_strength']?.emissiveStrength, 1);
  const [red, green, blue] = [0, 1, 2].map((i) => strength * numberOf(json.emissiveFactor?.[i], 0));
  const emissive: Finish['emissive'] = [red!, green!, blue!];
  const shines = emissive.some((value) => value > 0);
  const isPlain = metallic === 0 && roughness >= MATTE && !textures.metallicRoughness;
  if (isPlain && !textures.normal && !textures.occlusion && !shines) return null;
  const finish = {
    metallic,
    roughness,
    emissive,
    normalScale: numberOf(json.normalTexture?.scale, 1),
    occlusionStrength: numberOf(json.occlusionTexture?.strength, 1),
  };
  // A map that is multiplied by zero is not visible.
  return { finish, textures: shines ? textures : { ...textures, emissive: null } };
}
