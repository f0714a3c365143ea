import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { forEachInParallel } from '../publish/in-parallel.ts';
import { registerPhotos, type StoredPhoto, storePhoto } from '../publish/photos/register-photos.ts';
import type { PictureStores } from '../storage/pictures.ts';
import type { DemoSite } from './generate-demo.ts';

/** The photos of a site of the demo, with their pictures stored. */
export interface SitePhotos {
  readonly slug: string;
  readonly photos: readonly StoredPhoto[];
}

/** Stores the pictures of the demo's photos as an import does. A sweep removes the remains of an interrupted start. */
export async function storeDemoPhotos(
  stores: PictureStores,
  planned: readonly Pick<DemoSite, 'slug' | 'photos'>[],
  signal: AbortSignal,
): Promise<SitePhotos[]> {
  const sitePhotos: SitePhotos[] = [];
  for (const { slug, photos } of planned) {
    const stored: StoredPhoto[] = [];
    const store = async ([index, { pictureFile, described }]: [number, DemoSite['photos'][number]]) => {
      stored[index] = await storePhoto(stores, pictureFile, described);
    };
    await forEachInParallel(photos.entries(), 2, store, signal);
    sitePhotos.push({ slug, photos: stored });
  }
  return sitePhotos;
}

/** Adds stored photos to their sites, if those exist. */
export async function makeDemoPhotos(
  tx: Pick<Db, 'insert' | 'select'>,
  sitePhotos: readonly SitePhotos[],
): Promise<void> {
  for (const { slug, photos } of sitePhotos) {
    const [site] = await tx.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
    if (site) await registerPhotos(tx, site.id, photos);
  }
}
