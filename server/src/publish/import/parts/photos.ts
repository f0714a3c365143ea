import {
  describePhotos,
  photoWarnings,
  settlePhotos,
  storeRequestedPhotos,
  withdrawUnnamed,
} from '../../photos/import-photos.ts';
import { registerPhotos, removePhotos, type StoredPhoto } from '../../photos/register-photos.ts';
import type { StoredPhotos } from '../../photos/store-photos.ts';
import { originOfImport } from '../../register/register-site.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** Photos with their pictures. They are added to those of the site, or replace them on request. */
export function photosPart(work: ImportWork): ImportPart {
  const { request, surroundings } = work;
  const { db, objects, onProgress } = surroundings;
  let photos: StoredPhotos | null = null;
  let registered: { added: readonly StoredPhoto[]; removed: readonly string[] } = { added: [], removed: [] };
  return {
    async prepare() {
      if (request.photos === undefined) return;
      photos = await storeRequestedPhotos(request, await originOfImport(db, request, work.ground!), {
        ...surroundings,
        onPhoto: (done, total) => onProgress({ phase: 'reading photos', layer: null, done, total }),
      });
      if (photos) work.warnings.push(...photoWarnings(photos));
    },
    store: async () => photos?.publish(),
    async register(tx, site) {
      if (!photos) return;
      const removed = request.replace ? await removePhotos(tx, site.id) : [];
      registered = { added: await registerPhotos(tx, site.id, photos.photos), removed };
      work.photos = describePhotos(photos, registered);
    },
    async withdraw() {
      await photos?.remove();
      if (photos) await withdrawUnnamed(db, photos);
    },
    async settle() {
      if (photos) await settlePhotos(photos, registered, { db, objects });
      await photos?.remove();
    },
  };
}
