/** The formats of the GPU that a texture of KTX2 is transcoded to. */
import { BASIS_RGBA8 } from '@overlook/shared/tiles3d';
import type { CompressedTextureSupport } from '../content.ts';

type Family = CompressedTextureSupport[number];

export interface TextureTarget {
  /** basist::transcoder_texture_format. */
  format: number;
  /** WebGL internal format. */
  internalFormat: number;
}

export const RGBA8: TextureTarget = { format: BASIS_RGBA8, internalFormat: 0x8058 };

/** Per family: the target without and with alpha. Those without are half the size where they differ. */
export const TARGETS: Record<Family, { opaque: TextureTarget; alpha: TextureTarget }> = {
  astc: { opaque: { format: 10, internalFormat: 0x93b0 }, alpha: { format: 10, internalFormat: 0x93b0 } },
  bc7: { opaque: { format: 6, internalFormat: 0x8e8c }, alpha: { format: 6, internalFormat: 0x8e8c } },
  bc3: { opaque: { format: 2, internalFormat: 0x83f0 }, alpha: { format: 3, internalFormat: 0x83f3 } },
  // ETC1 data is valid ETC2 RGB8.
  etc2: { opaque: { format: 0, internalFormat: 0x9274 }, alpha: { format: 1, internalFormat: 0x9278 } },
  rgba8: { opaque: RGBA8, alpha: RGBA8 },
};

/** The family of a WebGL internal format; null for those that no texture is transcoded to. */
export function familyOf(internalFormat: number): Family | null {
  const families = Object.entries(TARGETS) as [Family, (typeof TARGETS)[Family]][];
  const found = families.find(([, { opaque, alpha }]) =>
    [opaque, alpha].some((target) => target.internalFormat === internalFormat),
  );
  return found?.[0] ?? null;
}
