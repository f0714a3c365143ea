import { foldText } from '@overlook/shared/format';
import type { CadHit, CadItem, CadMetadata } from '@overlook/shared/schemas';

interface Found {
  item: CadItem;
  ancestors: readonly CadItem[];
  guid: string | null;
  metadata: CadMetadata;
}

type Match = CadHit['match'];

/** The words of the search, folded; `isPath` where a `/` means that names of ancestors count first. */
interface Sought {
  words: readonly string[];
  isPath: boolean;
}

/**
 * The part of a hit that fits a search: its name when that has all words, else the tag or property value with most of
 * the missing words, else the names of its ancestors.
 */
export function matchOf(found: Found, { words, isPath }: Sought): Match {
  const { item, ancestors } = found;
  const isIn = (text: string) => (word: string) => foldText(text).includes(word);
  const byName: Match = { where: 'name', tab: null, property: null, text: item.name };
  const missing = words.filter((word) => !isIn(item.name)(word));
  if (missing.length === 0) return byName;
  const places = ownPlaces(found);
  const fitsByItself = !isPath && missing.every((word) => places.some(({ text }) => isIn(text)(word)));
  const isAbove = (word: string) =>
    ancestors.some(({ name, tags }) => [name, ...tags].some((text) => isIn(text)(word)));
  const wanted = fitsByItself ? missing : missing.filter((word) => !isAbove(word));
  const counts = places.map(({ text }) => wanted.filter(isIn(text)).length);
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
  if (most > 0) return places[counts.indexOf(most)]!;
  if (!missing.some(isAbove)) return byName;
  return { where: 'path', tab: null, property: null, text: ancestors.map(({ name }) => name).join(' / ') };
}

function ownPlaces({ item, guid, metadata }: Found): Match[] {
  const tag = (text: string, property: string | null = null): Match => ({ where: 'tag', tab: null, property, text });
  return [
    ...item.tags.map((text) => tag(text)),
    ...item.externalTags.map(({ tag: text, sourceName }) => tag(text, sourceName)),
    ...(guid ? [tag(guid, 'GUID')] : []),
    ...Object.entries(metadata).flatMap(([tab, properties]) =>
      Object.entries(properties).map(([property, text]): Match => ({ where: 'property', tab, property, text })),
    ),
  ];
}
