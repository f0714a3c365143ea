/** glTF extensions that a file may require. Those of the second group change only how a surface reflects light. */
const SUPPORTED_EXTENSIONS: ReadonlySet<string> = new Set([
  'CESIUM_RTC',
  'EXT_instance_features',
  'EXT_mesh_features',
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_structural_metadata',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_materials_emissive_strength',
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
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_volume',
]);

/** Which of a glTF's `extensionsRequired` the viewer does not know: with one of them the file cannot be drawn. */
export const unknownExtensions = (extensionsRequired: readonly unknown[]): string[] =>
  extensionsRequired.map(String).filter((name) => !SUPPORTED_EXTENSIONS.has(name));
