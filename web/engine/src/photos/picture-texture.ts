import type { Device, Texture } from '@luma.gl/core';
import type { MipmappedTexture } from './board-atlas.ts';

/** A bitmap as a texture with mip levels. `wraps`: the left and right edges of the picture meet. */
export function pictureTexture(device: Device, bitmap: ImageBitmap, wraps: boolean): Texture {
  const { width, height } = bitmap;
  const texture = device.createTexture({
    width,
    height,
    format: 'rgba8unorm',
    mipLevels: Math.floor(Math.log2(Math.max(width, height))) + 1,
    sampler: {
      minFilter: 'linear',
      magFilter: 'linear',
      mipmapFilter: 'linear',
      addressModeU: wraps ? 'repeat' : 'clamp-to-edge',
      addressModeV: 'clamp-to-edge',
    },
  });
  texture.copyExternalImage({ image: bitmap, width, height });
  (texture as MipmappedTexture).generateMipmapsWebGL();
  return texture;
}
