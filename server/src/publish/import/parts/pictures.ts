import { describePictures, settlePhotos, withdrawUnnamed } from '../../photos/import-photos.ts';
import { registerCapturePhotos } from '../../photos/register-photos.ts';
import { type StoredPhotos, storePictures } from '../../photos/store-photos.ts';
import { registerScanPositions } from '../../register/scan-positions.ts';
import { alignCapturePhotos } from '../../register/capture-photos.ts';
import { originOfImport } from '../../register/register-site.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/**
 * Pictures and scan positions of the point files. They belong to the capture of the points, and replace those that it had; those of a part replace
 * what it had of the same files.
 */
export function picturesPart(work: ImportWork): ImportPart {
  const { request, surroundings, converted, captures } = work;
  const { db, objects, onProgress } = surroundings;
  const beside = converted.points?.beside ?? null;
  const partOfCaptureId = converted.points?.partOfCaptureId ?? null;
  let photos: StoredPhotos | null = null;
  let removed: readonly string[] = [];
  return {
    async prepare() {
      if (!beside) return;
      const origin = await originOfImport(db, request, work.ground!);
      if (beside.pictures.length > 0)
        photos = await storePictures(beside.pictures, origin, {
          ...surroundings,
          onPhoto: (done, total) => onProgress({ phase: 'reading photos', layer: null, done, total }),
        });
      const { result, warnings } = describePictures(beside, photos);
      work.pictures = result;
      for (const warning of warnings) work.warnings.push(warning);
    },
    store: async () => photos?.publish(),
    async register(tx, site) {
      for (const { id: captureId, layer } of captures) {
        if (layer !== 'points') continue;
        const owner = { siteId: site.id, captureId, isPart: partOfCaptureId !== null };
        removed = await registerCapturePhotos(tx, owner, photos?.photos ?? []);
        await registerScanPositions(tx, { captureId, partOfCaptureId }, beside?.positions ?? []);
      }
      await alignCapturePhotos(tx, site.id);
    },
    async withdraw() {
      await photos?.remove();
      if (photos) await withdrawUnnamed(db, photos);
    },
    async settle() {
      if (photos || removed.length > 0)
        await settlePhotos(photos, { added: photos?.photos ?? [], removed }, { db, objects });
      await photos?.remove();
    },
  };
}
