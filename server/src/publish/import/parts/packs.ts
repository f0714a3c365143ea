import { versionName } from '../../../storage/version-folders.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** Sends the written layers, with their plan, to the object store, where there is one. They are withdrawn with the layers. */
export function packsPart({ surroundings, written }: ImportWork): ImportPart {
  const { folders, signal, onProgress } = surroundings;
  return {
    async store() {
      if (!folders.arePacked) return;
      for (const { folder } of written)
        await folders.pack(versionName(folder), {
          signal,
          onSent: (done, total) => onProgress({ phase: 'uploading', layer: folder.layer, done, total }),
        });
    },
  };
}
