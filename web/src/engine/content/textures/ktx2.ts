/** KTX2 textures (KHR_texture_basisu) to a format that the GPU takes, through the Basis Universal transcoder. */
import { BASIS_RGBA8, type Ktx2File, type Ktx2Level, transcodeLevel, withKtx2 } from '@overlook/shared/tiles3d';
import type { CompressedTextureSupport } from '../content.ts';
import type { ContentPlatform } from '../content-platform.ts';
import { guardDecoder } from '../decoder-crash.ts';

interface Target {
  /** basist::transcoder_texture_format. */
  format: number;
  /** WebGL internal format. */
  internalFormat: number;
}

const RGBA8: Target = { format: BASIS_RGBA8, internalFormat: 0x8058 };

/** Per family: the target without and with alpha. Those without are half the size where they differ. */
const TARGETS: Record<CompressedTextureSupport[number], { opaque: Target; alpha: Target }> = {
  astc: { opaque: { format: 10, internalFormat: 0x93b0 }, alpha: { format: 10, internalFormat: 0x93b0 } },
  bc7: { opaque: { format: 6, internalFormat: 0x8e8c }, alpha: { format: 6, internalFormat: 0x8e8c } },
  bc3: { opaque: { format: 2, internalFormat: 0x83f0 }, alpha: { format: 3, internalFormat: 0x83f3 } },
  // ETC1 data is valid ETC2 RGB8.
  etc2: { opaque: { format: 0, internalFormat: 0x9274 }, alpha: { format: 1, internalFormat: 0x9278 } },
  pvrtc: { opaque: { format: 8, internalFormat: 0x8c00 }, alpha: { format: 9, internalFormat: 0x8c02 } },
  rgba8: { opaque: RGBA8, alpha: RGBA8 },
};

const isPowerOfTwo = (n: number) => (n & (n - 1)) === 0;

/** The first family that can hold a texture of this size: WebGL wants whole blocks for BC, powers of two for PVRTC. */
export function chooseTarget(
  support: CompressedTextureSupport,
  { width, height, hasAlpha, isEtc1s }: { width: number; height: number; hasAlpha: boolean; isEtc1s: boolean },
): Target {
  const isWhole = width % 4 === 0 && height % 4 === 0;
  const fits = (family: CompressedTextureSupport[number]) => {
    if (family === 'bc7' || family === 'bc3') return isWhole;
    return family !== 'pvrtc' || (width === height && isPowerOfTwo(width));
  };
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
