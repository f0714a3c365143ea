import type { TreeFacts } from '../publish/object-tree/store-tree.ts';
import type { ImportResult } from '../publish/import/import-site.ts';
import type { PhotosResult, PicturesResult } from '../publish/photos/import-photos.ts';
import { captureDayText } from '../publish/register/capture-day.ts';
import { contentCount } from '../publish/check/tileset-facts.ts';

/** The result of an import as text for a person. */
export function describeImport({ site, isNewSite, ground, layers, photos, pictures, warnings }: ImportResult): string {
  const number = new Intl.NumberFormat('en-GB');
  const lines = layers.flatMap(({ layer, facts, isReplacement, isDraft, tree, ...day }) => {
    const counts = [
      [facts.tiles, 'tile'],
      [contentCount(facts), 'content'],
      [facts.triangles, 'triangle'],
      [facts.points, 'point'],
      [facts.features, 'feature'],
    ] as const;
    const said = counts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${number.format(count)} ${what}${count === 1 ? '' : 's'}`);
    const line = `  ${layer.padEnd(9)} ${said.join(', ')}${day.precision === 'published' ? '' : `, captured ${captureDayText(day)}`}${isDraft ? ' (draft)' : isReplacement ? ' (replaced)' : ''}`;
    return tree ? [line, ...describeTree(tree, number)] : [line];
  });
  const where = `${ground.longitude.toFixed(6)}, ${ground.latitude.toFixed(6)}, ${ground.height.toFixed(1)} m`;
  const notes = warnings.map((warning) => `  note      ${warning}`);
  const head = `${isNewSite ? 'Published' : 'Updated'} “${site.name}” (${site.slug}) at ${where}`;
  return [
    head,
    ...lines,
    ...(photos ? describePhotos(photos, number) : []),
    ...(pictures ? describePictures(pictures, number) : []),
    ...notes,
  ].join('\n');
}

function describeTree({ items, objects, levels, properties }: TreeFacts, number: Intl.NumberFormat): string[] {
  const counted = (count: number, what: string) => `${number.format(count)} ${what}${count === 1 ? '' : 's'}`;
  const lines = [
    `  tree      ${counted(items, 'item')}, ${number.format(objects)} of them objects, ${counted(levels, 'level')}`,
  ];
  if (properties && properties.missing > 0) {
    const { missing, objects: named, examples } = properties;
    const more = missing > examples.length ? ', …' : '';
    lines.push(
      `            ${number.format(missing)} of ${number.format(named)} objects with properties do not exist: ${examples.join(', ')}${more}`,
    );
  }
  return lines;
}

/** How altitudes were interpreted, as text for a person. */
const ALTITUDES = {
  orthometric: 'above the sea, made ellipsoidal by EGM96 or by the grid that a warning names',
  ellipsoidal: 'above the ellipsoid',
  local: 'by offsets from the origin',
  assumed: 'not known, eye height above the ground',
} as const;

/** Counts that are not 0, with their words. */
const countsText = (
  counts: Readonly<Record<string, number>>,
  number: Intl.NumberFormat,
  words: (key: string) => string,
): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => `${number.format(count)} ${words(key)}`)
    .join(', ');

function describePictures(
  { added, types, refused, scanPositions }: PicturesResult,
  number: Intl.NumberFormat,
): string[] {
  const byType = countsText(types, number, (type) => type);
  const leftOut = refused > 0 ? `, ${number.format(refused)} left out` : '';
  const positions = countsText({ scanPositions }, number, () => `scan position${scanPositions === 1 ? '' : 's'}`);
  return [
    ...(added + refused > 0 ? [`  pictures  ${number.format(added)} added${byType && ` (${byType})`}${leftOut}`] : []),
    ...(positions ? [`  scans     ${positions}`] : []),
  ];
}

function describePhotos(photos: PhotosResult, number: Intl.NumberFormat): string[] {
  const { added, types, altitudes, withoutDirection, known, refused, replaced } = photos;
  const said = (counts: Readonly<Record<string, number>>, words: (key: string) => string) =>
    countsText(counts, number, words);
  const byType = said(types, (type) => type);
  const rest = said({ known, refused, replaced }, (key) =>
    key === 'known' ? 'there already' : key === 'refused' ? 'refused' : 'taken away',
  );
  const lines = [`  photos    ${number.format(added)} added${byType && ` (${byType})`}${rest && `, ${rest}`}`];
  if (added > 0)
    lines.push(`            altitudes: ${said(altitudes, (key) => ALTITUDES[key as keyof typeof ALTITUDES])}`);
  if (withoutDirection > 0)
    lines.push(`            ${number.format(withoutDirection)} without the direction of their camera`);
  return lines;
}
