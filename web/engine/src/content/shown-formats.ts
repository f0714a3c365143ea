/** Loads contents in compressed formats that the browser shows rightly. */
import type { CompressedTextureSupport } from './content.ts';
import { closeBitmaps, type Loaded } from './content-protocol.ts';
import { familyOf } from './textures/texture-targets.ts';

/**
 * The result of `load`. If it has textures in a format that is not in `shownTextures`, which is known soon after the start of
 * a context, it is loaded once more: in a format that is.
 */
export async function loadShown(
  load: () => Promise<Loaded>,
  shownTextures: (() => Promise<CompressedTextureSupport>) | undefined,
): Promise<Loaded> {
  const loaded = await load();
  const used = compressedFamilies(loaded);
  if (used.length === 0 || !shownTextures) return loaded;
  const shown = await shownTextures();
  if (used.every((family) => shown.includes(family))) return loaded;
  closeBitmaps(loaded);
  return load();
}

function compressedFamilies(loaded: Loaded): CompressedTextureSupport {
  if (loaded.type !== 'content') return [];
  return loaded.content.textures.flatMap((texture) => {
    const family = texture.kind === 'compressed' ? familyOf(texture.internalFormat) : null;
    return family && family !== 'rgba8' ? [family] : [];
  });
}
