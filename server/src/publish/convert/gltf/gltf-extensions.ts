import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { JsonIndex } from '../../formats/json-index.ts';

/** Extensions that change shapes or colours and are read. */
const READ = new Set([
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_avif',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
]);
/** Extensions that change neither: lighting, animation, metadata. */
const WITHOUT_EFFECT =
  /^KHR_(materials|lights|texture_transform|animation|audio|xmp|xmp_json_ld)|^CESIUM_primitive_outline|^EXT_(structural_metadata|mesh_features|instance_features|lights)/;

/** Refuses a file that requires an unknown extension. Throws `ContentError`. */
export function assertReadable(json: JsonIndex): void {
  for (let i = 0; i < json.count('extensionsRequired'); i++) {
    const name = json.entry('extensionsRequired', i).string();
    if (!READ.has(name) && !WITHOUT_EFFECT.test(name))
      throw new MalformedContentError('extensionsRequired', `names ${name}, which cannot be read.`);
  }
}
