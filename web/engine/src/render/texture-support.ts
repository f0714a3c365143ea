import type { CompressedTextureSupport } from '../content/content.ts';

/**
 * Returns the compressed texture formats that the context offers, best first. The query also enables the extensions. PVRTC is
 * left out: each device that has WebGL 2 and PVRTC has ETC2 or ASTC too.
 */
export function textureSupport(gl: WebGL2RenderingContext): CompressedTextureSupport {
  const has = (name: string) => gl.getExtension(name) !== null;
  const formats: CompressedTextureSupport = [];
  if (has('WEBGL_compressed_texture_astc')) formats.push('astc');
  if (has('EXT_texture_compression_bptc')) formats.push('bc7');
  if (has('WEBGL_compressed_texture_s3tc')) formats.push('bc3');
  if (has('WEBGL_compressed_texture_etc')) formats.push('etc2');
  formats.push('rgba8');
  return formats;
}
