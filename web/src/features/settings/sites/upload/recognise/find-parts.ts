import { roughCountText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { below, commonFolder, type DroppedFile, endingOf, folderOf, nameOf } from './dropped-file.ts';
import type { FoundPart } from './found-part.ts';
import { type PointFacts, pointFacts } from './point-facts.ts';
import { pointNotes } from './point-notes.ts';
import { partOf } from './made-part.ts';
import { photoParts } from './photo-parts.ts';
import { isModel, type SortedFiles, sortFiles } from './sort-files.ts';
import { rowsIn } from './table-kind.ts';
import { likelyLayers, tilesetFolders, tilesIn } from './tilesets.ts';

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
  for (const part of [...more, ...(await photoParts(sorted, signal)), othersPart(sorted.others)])
    if (part) parts.push(part);
  return parts;
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
  return { ...part, points: facts, content: contentText(facts), notes: pointNotes(facts, part.files.length) };
}

/** The points, and what E57 files have beside them; null where the files say nothing. */
function contentText({ points, pictures, scanPositions }: PointFacts): string | null {
  const texts = [
    points === null
      ? null
      : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.points'], { points: roughCountText(points) }),
    pictures > 0 ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.pictures'], { count: pictures }) : null,
    scanPositions > 0
      ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.scanPositions'], { count: scanPositions })
      : null,
  ].filter((text) => text !== null);
  return texts.length > 0 ? texts.join(', ') : null;
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

function othersPart(files: readonly DroppedFile[]): FoundPart | null {
  if (files.length === 0) return null;
  const folder = folderOfAll(files);
  return partOf('other', files, { folder, place: files.length === 1 ? nameOf(files[0]!.path) : folder, layers: [] });
}
