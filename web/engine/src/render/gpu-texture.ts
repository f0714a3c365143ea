import type { TextureSource } from '../content/content.ts';
import { fillMipLevels, mipCount } from './mip-levels.ts';

export interface GpuTexture {
  readonly handle: WebGLTexture;
  readonly bytes: number;
  /** The texture has mip levels and its sampler reads them. */
  readonly isMipmapped: boolean;
  /** Maximum anisotropy that is set now. */
  anisotropy: number;
}

const RGBA8 = 0x8058;
const MIPMAPPED = new Set([0x2700, 0x2701, 0x2702, 0x2703]);

/**
 * Uploads a texture and closes its bitmap. If the sampler reads mip levels, they are generated from bitmaps or taken from
 * compressed sources.
 */
export function uploadTexture(gl: WebGL2RenderingContext, source: TextureSource): GpuTexture {
  const handle = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, handle);
  const { wrapS, wrapT, minFilter, magFilter } = source.sampler;
  const isMipmapped = MIPMAPPED.has(minFilter) && (source.kind === 'bitmap' || source.levels.length > 1);
  const bytes =
    source.kind === 'bitmap' ? bitmap(gl, handle, source, isMipmapped) : compressed(gl, source, isMipmapped);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapS);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrapT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, magFilter);
  const filter = MIPMAPPED.has(minFilter) && !isMipmapped ? gl.LINEAR : minFilter;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  return { handle, bytes, isMipmapped, anisotropy: 1 };
}

function bitmap(
  gl: WebGL2RenderingContext,
  handle: WebGLTexture,
  { bitmap: image, isData }: Extract<TextureSource, { kind: 'bitmap' }>,
  isMipmapped: boolean,
): number {
  const { width, height } = image;
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texStorage2D(gl.TEXTURE_2D, isMipmapped ? mipCount(width, height) : 1, gl.RGBA8, width, height);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, image);
  image.close();
  if (!isMipmapped) return width * height * 4;
  if (isData) gl.generateMipmap(gl.TEXTURE_2D);
  else fillMipLevels(gl, handle, width, height);
  return Math.ceil((width * height * 4 * 4) / 3);
}

function compressed(
  gl: WebGL2RenderingContext,
  source: Extract<TextureSource, { kind: 'compressed' }>,
  isMipmapped: boolean,
): number {
  const levels = isMipmapped ? source.levels : source.levels.slice(0, 1);
  let bytes = 0;
  levels.forEach(({ data, width, height }, level) => {
    bytes += data.byteLength;
    if (source.internalFormat === RGBA8) {
      gl.texImage2D(gl.TEXTURE_2D, level, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    } else {
      gl.compressedTexImage2D(gl.TEXTURE_2D, level, source.internalFormat, width, height, 0, data);
    }
  });
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, levels.length - 1);
  return bytes;
}

/** Sets the maximum anisotropy of textures with mip levels, if the device supports anisotropic filtering. */
export class Anisotropy {
  private readonly extension: EXT_texture_filter_anisotropic | null;
  private readonly most: number;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.extension = gl.getExtension('EXT_texture_filter_anisotropic');
    this.most = this.extension ? (gl.getParameter(this.extension.MAX_TEXTURE_MAX_ANISOTROPY_EXT) as number) : 1;
  }

  /** Sets the maximum anisotropy of the bound texture. */
  set(texture: GpuTexture, wanted: number): void {
    const { gl, extension, most } = this;
    if (!extension || !texture.isMipmapped || texture.anisotropy === wanted) return;
    texture.anisotropy = wanted;
    gl.texParameterf(gl.TEXTURE_2D, extension.TEXTURE_MAX_ANISOTROPY_EXT, Math.min(wanted, most));
  }
}
