import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, snapshots } from '@overlook/db/schema';
import { PHOTO_HEIGHT_TYPES, PHOTO_IMPORT, type PhotoHeightType } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import { conflict, notFound } from '../../errors/app-error.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { removePicture } from '../../storage/pictures.ts';
import type { ImportRequest } from '../import-request.ts';
import { LAYER_NAMES } from '../../storage/layers.ts';
import { listed } from '../../errors/listed.ts';
import type { BesidePoints } from '../points/beside/beside-points.ts';
import type { PhotoPlace } from './place-photo.ts';
import type { StoredPhoto } from './register-photos.ts';
import { type StoredPhotos, type StageOptions, storePhotos } from './store-photos.ts';

/** The results of the photos of an import. */
export interface PhotosResult {
  readonly added: number;
  readonly types: Readonly<Record<PhotoHeightType, number>>;
  /**
   * The references of the added photos' altitudes: those above sea level were converted to ellipsoidal ones, by the surface that the file names, else by EGM96.
   */
  readonly altitudes: Readonly<Record<PhotoPlace['altitudeSource'], number>>;
  /** Added photos without a direction of their camera. */
  readonly withoutDirection: number;
  /** Files whose bytes were already at the site or in this import. */
  readonly known: number;
  readonly refused: number;
  /** Former photos of the site that were removed. */
  readonly replaced: number;
}

/** The part of the site's row that its photos need; null where there is no row. */
async function findSite(db: Db, slug: string) {
  const [site] = await db
    .select({ id: sites.id, data: sites.data, nearbyImagesType: sites.nearbyImagesType })
    .from(sites)
    .where(eq(sites.slug, slug));
  return site ?? null;
}

/**
 * The ground for photos without layers: the origin of their site; null for a request with layers. Throws `AppError`
 * NOT_FOUND where the site does not exist, because a site must have a model before it can have photos.
 */
export async function groundOfPhotos(db: Db, { slug, layers }: ImportRequest): Promise<Lla | null> {
  if (LAYER_NAMES.some((layer) => layers[layer])) return null;
  const site = await findSite(db, slug);
  if (!site)
    throw notFound(
      `There is no site “${slug}”. Photos alone make none: it is the model that has them around it. Give a layer with them, or the slug of a site.`,
    );
  const { origin } = site.data.meta;
  if (!origin) throw conflict(`The site “${slug}” has no position. Import a layer first, or with the photos.`);
  return origin;
}

/** Reads the photos of a request; null where it names none. `origin` is what their site will have. */
export async function storeRequestedPhotos(
  request: ImportRequest,
  origin: Lla,
  options: StageOptions,
): Promise<StoredPhotos | null> {
  if (request.photos === undefined) return null;
  const site = await findSite(options.db, request.slug);
  return storePhotos(
    {
      source: request.photos,
      table: request.photoTable ?? null,
      siteId: request.replace ? null : (site?.id ?? null),
      rules: {
        origin,
        isLocal: site?.nearbyImagesType === 1,
        altitudes: request.altitudes ?? null,
        anywhere: request.anywhere === true,
      },
    },
    options,
  );
}

/** Removes published pictures without a row, which a connection lost while committing may leave. */
export async function withdrawUnnamed(db: Db, { photos, withdraw }: StoredPhotos): Promise<void> {
  const named = new Set<string | null>();
  for (let from = 0; from < photos.length; from += 1000) {
    const names = photos.slice(from, from + 1000).map(({ filename }) => filename);
    const rows = await db
      .select({ filename: snapshots.filename })
      .from(snapshots)
      .where(inArray(snapshots.filename, names))
      // Where the database does not answer, the daily sweep decides.
      .catch(() => names.map((filename) => ({ filename })));
    for (const { filename } of rows) named.add(filename);
  }
  await withdraw(photos.filter(({ filename }) => !named.has(filename)));
}

/**
 * After registration: pictures of replaced and of duplicate photos are removed, and the table is vacuumed, which
 * PostgreSQL does automatically after some time and the embedded database never does: until then a search for the
 * nearest looks up the row of every candidate.
 */
export async function settlePhotos(
  stored: StoredPhotos | null,
  { added, removed }: { added: readonly StoredPhoto[]; removed: readonly string[] },
  { db, objects }: { db: Db; objects: ObjectStore },
): Promise<void> {
  const kept = new Set(added);
  // A failure here costs disk space until the daily sweep, not the import.
  await stored?.withdraw(stored.photos.filter((photo) => !kept.has(photo))).catch(() => undefined);
  for (const filename of removed) await removePicture(objects, filename).catch(() => undefined);
  await db.execute(sql`vacuum (analyze) ${snapshots}`).catch(() => undefined);
}

export function describePhotos(
  { photos, known, refused }: StoredPhotos,
  { added, removed }: { added: readonly StoredPhoto[]; removed: readonly string[] },
): PhotosResult {
  return {
    added: added.length,
    types: typesOf(added),
    altitudes: countBy(
      added,
      ['ellipsoidal', 'orthometric', 'local', 'assumed'],
      ({ described }) => described.altitudeSource,
    ),
    withoutDirection: added.filter(({ described }) => described.headingDeg == null).length,
    known: known + photos.length - added.length,
    refused: refused.length,
    replaced: removed.length,
  };
}

const countBy = <Key extends string>(
  photos: readonly StoredPhoto[],
  keys: readonly Key[],
  of: (photo: StoredPhoto) => Key,
): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, photos.filter((photo) => of(photo) === key).length])) as Record<
    Key,
    number
  >;

const typesOf = (photos: readonly StoredPhoto[]) =>
  countBy(photos, PHOTO_HEIGHT_TYPES, ({ described }) => described.heightType);

/** What an import took from point files beside their points. */
export interface PicturesResult {
  readonly added: number;
  readonly types: Readonly<Record<PhotoHeightType, number>>;
  readonly refused: number;
  readonly scanPositions: number;
}

/** The pictures and positions that are taken, and a sentence for each that is left out. */
export function describePictures(
  { positions, refused, warnings }: BesidePoints,
  stored: StoredPhotos | null,
): { result: PicturesResult; warnings: string[] } {
  const photos = stored?.photos ?? [];
  const all = [
    ...refused.map(({ name, reason }) => `${name}: ${reason}`),
    ...(stored?.refused ?? []).map(({ name, reason }) => `${name} ${reason}`),
  ];
  return {
    result: { added: photos.length, types: typesOf(photos), refused: all.length, scanPositions: positions.length },
    warnings: [...warnings, ...firstOf(all, 'more pictures are left out.')],
  };
}

/** So many sentences as a result lists, and the number of the others. */
function firstOf(sentences: readonly string[], others: string): string[] {
  const more = sentences.length - PHOTO_IMPORT.refusedListed;
  return [...sentences.slice(0, PHOTO_IMPORT.refusedListed), ...(more > 0 ? [`${more} ${others}`] : [])];
}

/** Most names of a table in a message. */
const EXAMPLES = 5;

/** The omitted data, one sentence each. */
export function photoWarnings({ refused, doubts, missing }: StoredPhotos): string[] {
  return [
    ...firstOf(
      refused.map(({ name, reason }) => `${name} ${reason}`),
      'more photos were refused.',
    ),
    ...[...doubts].map(([doubt, names]) => `${listed(names)}: ${doubt}`),
    ...(missing.length > 0
      ? [
          `The table names ${missing.length} ${missing.length === 1 ? 'file that does' : 'files that do'} not exist: ${missing.slice(0, EXAMPLES).join(', ')}${missing.length > EXAMPLES ? ', …' : ''}.`,
        ]
      : []),
  ];
}
