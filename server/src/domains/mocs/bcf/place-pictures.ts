import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { snapshots } from '@overlook/db/schema';
import { BCF_PICTURE_PX, MOC_VIEW_FILENAME, SNAPSHOT_PIXELS_MOST } from '@overlook/shared/config';
import { type Bookmark, bookmarkSchema, type Moc } from '@overlook/shared/schemas';
import type { Services } from '../../../context.ts';
import type { ObjectStore } from '../../../storage/objects/object-store.ts';
import { attachmentKey } from '../../attachments/attachment-key.ts';
import { findPicture } from '../../../storage/pictures.ts';

type Stores = Pick<Services, 'db' | 'filesDir' | 'objects'>;

/** Finds the picture of a bookmark; null where no Place has one. */
export type PictureOf = (bookmark: Bookmark) => Promise<(() => Promise<Buffer>) | null>;

/**
 * The pictures of a site's Places, by camera: that of a Place belongs to a change whose camera is the same, to a centimetre and
 * a thousandth of the unit vector. The newest Place wins. Archived ones and those without a picture do not count.
 */
export async function placePictures(stores: Stores, siteId: number): Promise<PictureOf> {
  const rows = await stores.db
    .select({ filename: snapshots.filename, bookmark: snapshots.bookmark })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.siteId, siteId),
        isNull(snapshots.archivedAt),
        isNull(snapshots.heightType),
        isNotNull(snapshots.filename),
        isNotNull(snapshots.bookmark),
      ),
    )
    .orderBy(asc(snapshots.id));
  const byCamera = new Map<string, string>();
  for (const { filename, bookmark } of rows) {
    const readable = bookmarkSchema.safeParse(bookmark);
    if (readable.success) byCamera.set(cameraKey(readable.data), filename!);
  }
  return async (bookmark) => {
    const filename = byCamera.get(cameraKey(bookmark));
    const picture = filename === undefined ? null : await findPicture(stores, filename, 'native');
    return picture === null ? null : () => stores.objects.withFile(picture, pngOf);
  };
}

/** The picture of its view that is attached to a change, else the first other one that can be read; null for none. */
export async function attachedPicture(
  objects: ObjectStore,
  attachments: Moc['attachments'],
): Promise<(() => Promise<Buffer>) | null> {
  const isView = ({ filename }: Moc['attachments'][number]) => filename === MOC_VIEW_FILENAME;
  const views = attachments.filter(isView);
  for (const { uuid, mediaType } of [...views, ...attachments.filter((one) => !isView(one))]) {
    if (!mediaType.startsWith('image/')) continue;
    const withFile = <T>(use: (path: string) => Promise<T>) => objects.withFile(attachmentKey(uuid), use);
    const isReadable = await withFile((path) => sharp(path, DECODING).metadata()).then(
      () => true,
      () => false,
    );
    if (isReadable) return () => withFile(pngOf);
  }
  return null;
}

function cameraKey({ position, direction, up }: Bookmark): string {
  const place = [position.x, position.y, position.z].map((metres) => metres.toFixed(2));
  const axes = [direction, up].flatMap(({ x, y, z }) => [x, y, z]).map((part) => part.toFixed(3));
  return [...place, ...axes].join(' ').replaceAll('-0.000', '0.000');
}

/** The existing part of a truncated picture is used: one bad file must not end the whole export. */
const DECODING = { limitInputPixels: SNAPSHOT_PIXELS_MOST, failOn: 'none' } as const;

const pngOf = (path: string): Promise<Buffer> =>
  sharp(path, DECODING)
    .autoOrient()
    .resize({ width: BCF_PICTURE_PX, height: BCF_PICTURE_PX, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
