import type { TextureSource } from '../content/content.ts';

export interface GpuTexture {
  handle: WebGLTexture;
  bytes: number;
}

const RGBA8 = 0x8058;
const MIPMAPPED = new Set([0x2700, 0x2701, 0x2702, 0x2703]);

/** Uploads a texture and closes its bitmap. Mipmaps are made for bitmaps; compressed sources bring their own levels. */
export function uploadTexture(gl: WebGL2RenderingContext, source: TextureSource): GpuTexture {
  const handle = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, handle);
  const bytes = source.kind === 'bitmap' ? bitmap(gl, source.bitmap) : levels(gl, source);
  const mipmapped = source.kind === 'bitmap' || source.levels.length > 1;
  const { wrapS, wrapT, minFilter, magFilter } = source.sampler;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapS);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrapT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, magFilter);
  gl.texParameteri(
    gl.TEXTURE_2D,
    gl.TEXTURE_MIN_FILTER,
    !mipmapped && MIPMAPPED.has(minFilter) ? gl.LINEAR : minFilter,
  );
  return { handle, bytes };
}

function bitmap(gl: WebGL2RenderingContext, image: ImageBitmap): number {
  const { width, height } = image;
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
  image.close();
  return Math.ceil((width * height * 4 * 4) / 3);
}

function levels(gl: WebGL2RenderingContext, source: Extract<TextureSource, { kind: 'compressed' }>): number {
  let bytes = 0;
  source.levels.forEach(({ data, width, height }, level) => {
    bytes += data.byteLength;
    if (source.internalFormat === RGBA8) {
      gl.texImage2D(gl.TEXTURE_2D, level, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    } else {
      gl.compressedTexImage2D(gl.TEXTURE_2D, level, source.internalFormat, width, height, 0, data);
    }
  });
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, source.levels.length - 1);
  return bytes;
}
