import { UnsupportedContent } from '../content.ts';
import type { GltfJson } from './gltf-schema.ts';

/** Extensions that a file may require. Those of the second group change only how light plays on a surface. */
const SUPPORTED_EXTENSIONS = new Set([
  'CESIUM_RTC',
  'EXT_instance_features',
  'EXT_mesh_features',
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_structural_metadata',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
  'KHR_texture_transform',

  'CESIUM_primitive_outline',
  'KHR_lights_punctual',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_volume',
]);

/** Throws UnsupportedContent for glTF 1 and for a required extension that is not implemented, naming it. */
export function checkGltfSupport(json: GltfJson, name: string): void {
  const version = String(json.asset?.version ?? 'without a version');
  if (!version.startsWith('2.'))
    throw new UnsupportedContent(`${name} is glTF ${version}; only version 2 is supported.`);
  const unknown = (json.extensionsRequired ?? []).filter((extension) => !SUPPORTED_EXTENSIONS.has(extension));
  if (unknown.length === 0) return;
  throw new UnsupportedContent(
    `${name} needs glTF extension${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}, which ${unknown.length > 1 ? 'are' : 'is'} not supported.`,
  );
}
