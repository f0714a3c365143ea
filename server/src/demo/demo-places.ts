import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, snapshots, users } from '@overlook/db/schema';
import { type PictureStores, storePicture } from '../storage/pictures.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { bookmarkOf } from './demo-bookmark.ts';
import type { DemoSite } from './generate-demo.ts';

/** A Place of the demo whose picture has been stored. */
export interface StoredPlace extends Omit<DemoSite['places'][number], 'pictureFile'> {
  readonly slug: string;
  readonly filename: string;
  readonly imageHash: string;
}

/**
 * Stores the pictures of the demo's Places as uploads are stored. A sweep removes the remains of an interrupted start.
 */
export async function storeDemoPictures(
  stores: PictureStores,
  planned: readonly Pick<DemoSite, 'slug' | 'places'>[],
): Promise<StoredPlace[]> {
  const stored: StoredPlace[] = [];
  for (const { slug, places } of planned)
    for (const { pictureFile, ...place } of places) {
      const filename = randomUUID();
      const imageHash = createHash('sha256')
        .update(await readFile(pictureFile))
        .digest('hex');
      await storePicture(stores, filename, pictureFile);
      stored.push({ ...place, slug, filename, imageHash });
    }
  return stored;
}

/** Saves the demo's Places as those of its accounts, which must exist already. */
export async function makeDemoPlaces(tx: Pick<Db, 'insert' | 'select'>, places: readonly StoredPlace[]): Promise<void> {
  if (places.length === 0) return;
  const slugs = [...new Set(places.map(({ slug }) => slug))];
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const [foundSites, foundUsers] = [
    await tx.select({ id: sites.id, slug: sites.slug }).from(sites).where(inArray(sites.slug, slugs)),
    await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, emails)),
  ];
  const rows = places.flatMap(({ slug, owner, pose, ...place }) => {
    const site = foundSites.find((one) => one.slug === slug);
    const account = DEMO_ACCOUNTS.find(({ role }) => role === owner)!;
    const user = foundUsers.find(({ email }) => email === account.email);
    if (!site || !user) return [];
    const takenBy = `${account.firstName} ${account.lastName}`;
    return [{ ...place, siteId: site.id, createdBy: user.id, takenBy, bookmark: bookmarkOf(pose) }];
  });
  if (rows.length > 0) await tx.insert(snapshots).values(rows);
}
