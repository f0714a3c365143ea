/** KTX2 textures (KHR_texture_basisu) to a format that the GPU takes, through the Basis Universal transcoder. */
import { type Ktx2File, type Ktx2Level, transcodeLevel, withKtx2 } from '@overlook/shared/tiles3d';
import type { CompressedTextureSupport } from '../content.ts';
import type { ContentPlatform } from '../content-platform.ts';
import { guardDecoder } from '../decoder-crash.ts';
import { RGBA8, TARGETS, type TextureTarget } from './texture-targets.ts';

/** The first family that can hold a texture of this size: WebGL wants whole blocks for BC. */
export function chooseTarget(
  support: CompressedTextureSupport,
  { width, height, hasAlpha, isEtc1s }: { width: number; height: number; hasAlpha: boolean; isEtc1s: boolean },
): TextureTarget {
  const isWhole = width % 4 === 0 && height % 4 === 0;
  const fits = (family: CompressedTextureSupport[number]) => isWhole || (family !== 'bc7' && family !== 'bc3');
  // ETC1S is a subset of ETC2: exact, and half the memory of the others.
  const family = isEtc1s && support.includes('etc2') ? 'etc2' : support.find(fits);
  return family ? TARGETS[family][hasAlpha ? 'alpha' : 'opaque'] : RGBA8;
}

export interface TranscodedTexture {
  internalFormat: number;
  /** Largest first. */
  levels: Ktx2Level[];
}

/** All mip levels in the best format of `support`. Throws MalformedContentError on damaged data. */
export async function transcodeKtx2(
  bytes: Uint8Array,
  support: CompressedTextureSupport,
  platform: ContentPlatform,
): Promise<TranscodedTexture> {
  const module = await platform.basis();
  return guardDecoder(module, platform, 'KTX2', () =>
    withKtx2(module, bytes, (file) => transcodeLevels(file, support)),
  );
}

function transcodeLevels(file: Ktx2File, support: CompressedTextureSupport): TranscodedTexture {
  const { format, internalFormat } = chooseTarget(support, {
    width: file.getWidth(),
    height: file.getHeight(),
    hasAlpha: Boolean(file.getHasAlpha()),
    isEtc1s: file.isETC1S(),
  });
  const levels = Array.from({ length: file.getLevels() }, (_, level) => transcodeLevel(file, level, format));
  return { internalFormat, levels };
}
