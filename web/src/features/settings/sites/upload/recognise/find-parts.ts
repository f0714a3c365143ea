import { roughCountText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { UploadPart } from '@overlook/shared/schemas';
import { below, commonFolder, type DroppedFile, endingOf, folderOf, nameOf } from './dropped-file.ts';
import { bytesOf, type FoundPart, type PartKind, type PartNote } from './found-part.ts';
import { pointFacts } from './point-facts.ts';
import { pointNotes } from './point-notes.ts';
import { isModel, photoFolder, type SortedFiles, sortFiles } from './sort-files.ts';
import { rowsIn } from './table-kind.ts';
import { likelyLayers, tilesetFolders, tilesIn } from './tilesets.ts';

/** Pictures that the importer refuses by name (docs/importing-photos.md). */
const REFUSED_PICTURES = new Set('gif bmp dng raw arw cr2 cr3 nef orf rw2 insp jxl jp2'.split(' '));

/**
 * The parts of a selection, whose paths are below the folder `title`: what belongs together, and what it may become. Only heads of
 * files are read. Rejects with the reason of the signal.
 */
export async function findParts(
  files: readonly DroppedFile[],
  title: string,
  signal: AbortSignal,
): Promise<FoundPart[]> {
  const { tilesets, rest } = tilesetFolders(files);
  const sorted = await sortFiles(rest, signal);
  const parts = [
    ...tilesets.map(({ folder, files: inside }) => tilesetPart(folder, inside, title)),
    ...sorted.archives.map(archivePart),
  ];
  const more = await Promise.all([pointsPart(sorted, signal), cadPart(sorted), propertiesPart(sorted)]);
  for (const part of [...more, ...photoParts(sorted), othersPart(sorted.others)]) if (part) parts.push(part);
  return parts;
}

interface PartOptions {
  readonly folder: string;
  readonly place?: string;
  readonly layers: readonly UploadPart[];
  readonly content?: string | null;
  readonly notes?: readonly PartNote[];
}

function partOf(
  kind: PartKind,
  files: readonly DroppedFile[],
  { folder, place, layers, content = null, notes = [] }: PartOptions,
): FoundPart {
  const shown = place ?? (files.length === 1 ? files[0]!.path : folder);
  return {
    id: `${kind} ${shown}`,
    kind,
    place: shown,
    files: files.map(({ path, file }) => ({ path: below(folder, path), file })),
    bytes: bytesOf(files),
    layers,
    content,
    points: null,
    notes,
  };
}

function tilesetPart(folder: string, files: readonly DroppedFile[], title: string): FoundPart {
  const inside = files.map(({ path }) => ({ path: below(folder, path) }));
  const entry = inside.some(({ path }) => path === 'tileset.json') ? 'tileset.json' : 'models.json';
  const tiles = tilesIn(inside);
  return partOf('tileset', files, {
    folder,
    place: folder === '' ? entry : `${folder}/${entry}`,
    layers: likelyLayers(folder || title, inside),
    content: tiles > 0 ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.tiles'], { count: tiles }) : null,
  });
}

const archivePart = (one: DroppedFile): FoundPart =>
  partOf('archive', [one], { folder: folderOf(one.path), layers: likelyLayers(one.path, []) });

const folderOfAll = (files: readonly DroppedFile[]) => commonFolder(files.map(({ path }) => path));

async function pointsPart({ points: files }: SortedFiles, signal: AbortSignal): Promise<FoundPart | null> {
  if (files.length === 0) return null;
  const part = partOf('points', files, { folder: folderOfAll(files), layers: ['points'] });
  const facts = await pointFacts(part.files, signal);
  const content =
    facts.points === null
      ? null
      : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.points'], { points: roughCountText(facts.points) });
  return { ...part, points: facts, content, notes: pointNotes(facts, part.files.length) };
}

function cadPart({ cad: files, missing }: SortedFiles): FoundPart | null {
  const models = files.filter(({ path }) => isModel(path)).length;
  if (models === 0) return null;
  return partOf('cad', files, {
    folder: folderOfAll(files),
    layers: ['cad'],
    content: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.models'], { count: models }),
    notes: missing.slice(0, 1).map((path) => ({
      tone: 'missing',
      text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.gltfMisses'], { path, more: missing.length - 1 }),
    })),
  });
}

async function propertiesPart({ properties: files }: SortedFiles): Promise<FoundPart | null> {
  if (files.length === 0) return null;
  const counts = await Promise.all(
    files.map(({ path, file }) => (endingOf(path) === 'csv' ? rowsIn(file).catch(() => null) : null)),
  );
  const areAll = counts.every((count) => count !== null);
  return partOf('properties', files, {
    folder: folderOfAll(files),
    layers: ['properties'],
    content: areAll ? rowsText(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)) : null,
  });
}

const rowsText = (count: number): string => formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.rows'], { count });

/** Photos and their table. A second table is not recognised, because photos have one. */
function photoParts({ photos, photoTables: [table, ...more] }: SortedFiles): (FoundPart | null)[] {
  const folder = photoFolder(photos, table ?? null);
  const refused = photos.filter(({ path }) => REFUSED_PICTURES.has(endingOf(path))).length;
  return [
    photos.length === 0
      ? null
      : partOf('photos', photos, {
          folder,
          layers: ['photos'],
          content: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photos'], { count: photos.length }),
          notes:
            refused === 0
              ? []
              : [
                  {
                    tone: 'missing',
                    text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.photosRefused'], { count: refused }),
                  },
                ],
        }),
    table ? partOf('photoTable', [table], { folder: folderOf(table.path), layers: ['photoTable'] }) : null,
    ...more.map((one) => partOf('photoTable', [one], { folder: folderOf(one.path), layers: ['photoTable'] })),
  ];
}

function othersPart(files: readonly DroppedFile[]): FoundPart | null {
  if (files.length === 0) return null;
  const folder = folderOfAll(files);
  return partOf('other', files, { folder, place: files.length === 1 ? nameOf(files[0]!.path) : folder, layers: [] });
}
