import { and, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { inIds, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { CAD_COUNT_LARGEST } from '@overlook/shared/config';
import { foldText } from '@overlook/shared/format';
import type { CadMetadata, cadSearchAnswerSchema, cadSearchInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { type Above, findIds, findIdsByIndex, findInPlace } from './find-in-place.ts';
import { fitsBeyondLabels, fitsLabels, fitsOwn, hasSeveralIndexed } from './fits.ts';
import { loadItemPaths } from './items.ts';
import { matchOf } from './match-of.ts';
import { openTree, type OpenTree } from './open-tree.ts';

/** One more than the largest count shown. */
const MOST = CAD_COUNT_LARGEST + 1;
/** Most words that are searched in the names of an item and a group above it, without a `/` between them. */
const WORDS_IN_PLACE = 6;

/**
 * Items that have every word in name, tag, GUID or property value, ignoring case and, in trees with folded texts,
 * accents: first those that fit by name and tag, then those that fit with values, each in the order of the tree, or all
 * together with `order: 'tree'`. An IFC GUID finds only the objects with exactly that GUID. Where nothing fits, the
 * search is read as a path: with its steps separated by `/`, or with some words in the item's name and the rest in the
 * name of a group above it.
 */
export async function searchItems(
  ctx: SignedInContext,
  { siteId, captureId, query, order, offset, limit }: z.output<typeof cadSearchInputSchema>,
): Promise<z.input<typeof cadSearchAnswerSchema>> {
  const tree = await openTree(ctx, { siteId, captureId });
  if (!tree || query.trim() === '') return { items: [], total: 0, isTotalExact: true };
  const text = tree.searchForm(query);
  const sought = { words: stepsOf(foldText(query)).flat(), isPath: text.includes('/') };
  const exact = await findByIfcGuid(ctx.db, tree, query.trim());
  const ids = exact.length > 0 ? exact : await findHits(ctx.db, tree, text);
  const counted = ids.slice(0, CAD_COUNT_LARGEST);
  if (order === 'tree') counted.sort((a, b) => a - b);
  const shown = counted.slice(offset, offset + limit);
  const [ways, details] = await Promise.all([loadItemPaths(ctx.db, tree, shown), loadDetails(ctx.db, shown)]);
  return {
    items: ways.map(({ item, ancestors }) => ({
      ...item,
      ancestors,
      match: matchOf({ item, ancestors, ...details.get(item.id)! }, sought),
    })),
    total: counted.length,
    isTotalExact: ids.length <= CAD_COUNT_LARGEST,
  };
}

/** A GUID as IFC writes it: 128 bits in a base of 64 (ISO 16739, IfcGloballyUniqueId). */
const IFC_GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

/** Items of exactly that GUID: GUIDs of IFC may differ only in case. */
async function findByIfcGuid(db: Db, tree: OpenTree, guid: string): Promise<number[]> {
  if (!IFC_GUID.test(guid)) return [];
  return findIds(db, tree, and(fitsLabels([tree.searchForm(guid)], tree), eq(cadItems.guid, guid))!, MOST);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The words of each step of a path. */
const stepsOf = (text: string): string[][] =>
  text
    .split('/')
    .map(wordsOf)
    .filter((words) => words.length > 0);

/** At most one more than the largest count, best first. */
async function findHits(db: Db, tree: OpenTree, text: string): Promise<number[]> {
  const words = wordsOf(text);
  // A slash between blanks is not part of a name.
  const found = words.includes('/') ? [] : await findByOwn(db, tree, words);
  if (found.length > 0) return found;
  for (const { above, own } of placesOf(text, tree)) {
    const inPlace = await findInPlace(db, tree, { above, own, most: MOST });
    if (inPlace.length > 0) return inPlace;
  }
  return [];
}

async function findByOwn(db: Db, tree: OpenTree, words: readonly string[]): Promise<number[]> {
  const find = hasSeveralIndexed(words, tree) ? findIdsByIndex : findIds;
  const found = await find(db, tree, fitsLabels(words, tree), MOST);
  if (found.length === MOST) return found;
  return [...found, ...(await find(db, tree, fitsBeyondLabels(words, tree), MOST - found.length))];
}

interface Place {
  above: Above;
  own: SQL;
}

/**
 * The possible readings of a search as a path: the one that it writes, or words of a group and words of an object, in
 * either order.
 */
function placesOf(text: string, tree: OpenTree): Place[] {
  if (text.includes('/')) {
    const steps = stepsOf(text);
    const last = steps.pop();
    return last ? [{ above: steps, own: fitsOwn(last, tree) }] : [];
  }
  const words = wordsOf(text);
  if (words.length > WORDS_IN_PLACE) return [];
  // For `unit 7 pump`, pumps of unit 7 are before items named 7 of a unit.
  return words.slice(1).flatMap((_, i) => {
    const [first, second] = [words.length - 1 - i, i + 1];
    return [
      { above: [words.slice(0, first)], own: fitsLabels(words.slice(first), tree) },
      { above: [words.slice(second)], own: fitsLabels(words.slice(0, second), tree) },
    ];
  });
}

async function loadDetails(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { guid: string | null; metadata: CadMetadata }>> {
  const rows = await db
    .select({ id: cadItems.id, guid: cadItems.guid, metadata: cadItems.metadata })
    .from(cadItems)
    .where(inIds(cadItems.id, ids));
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}
