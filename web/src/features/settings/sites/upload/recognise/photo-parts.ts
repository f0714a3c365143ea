import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { type DroppedFile, endingOf, folderOf } from './dropped-file.ts';
import type { FoundPart, PartNote } from './found-part.ts';
import { partOf } from './made-part.ts';
import { type PhotoFacts, photoFacts } from './photo-facts.ts';
import { photoFolder, type SortedFiles } from './sort-files.ts';

/** Pictures that the importer refuses by name (docs/importing-photos.md). */
const REFUSED_PICTURES = new Set('gif bmp dng raw arw cr2 cr3 nef orf rw2 insp jxl jp2'.split(' '));

/** Photos and their table. A second table is not recognised, because photos have one. Rejects with the reason of the signal. */
export async function photoParts(
  { photos, photoTables: [table, ...more] }: Pick<SortedFiles, 'photos' | 'photoTables'>,
  signal: AbortSignal,
): Promise<FoundPart[]> {
  const tables = (table ? [table, ...more] : []).map((one) =>
    partOf('photoTable', [one], { folder: folderOf(one.path), layers: ['photoTable'] }),
  );
  if (photos.length === 0) return tables;
  const taken = photos.filter(({ path }) => !REFUSED_PICTURES.has(endingOf(path)));
  const facts = await photoFacts(taken, signal);
  const part = partOf('photos', photos, {
    folder: photoFolder(photos, table ?? null),
    layers: ['photos'],
    content: contentText(photos, facts),
    notes: [...refusedNotes(photos.length - taken.length), ...placeNotes(facts, table !== undefined)],
  });
  return [part, ...tables];
}

function contentText(photos: readonly DroppedFile[], { read, placed }: PhotoFacts): string {
  const count = formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photos'], { count: photos.length });
  if (read === 0) return count;
  const isAll = read === photos.length;
  return isAll
    ? `${count}, ${formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosPlaced'], { placed })}`
    : `${count}, ${formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosPlacedOf'], { placed, read })}`;
}

function refusedNotes(count: number): PartNote[] {
  if (count === 0) return [];
  return [{ tone: 'missing', text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosRefused'], { count }) }];
}

/** What becomes of photos that state no position. */
function placeNotes({ read, placed }: PhotoFacts, hasTable: boolean): PartNote[] {
  const count = read - placed;
  if (count === 0) return [];
  return hasTable
    ? [{ tone: 'assumed', text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosByTable'], { count }) }]
    : [{ tone: 'missing', text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosUnplaced'], { count }) }];
}
