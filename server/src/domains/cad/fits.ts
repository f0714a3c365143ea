import { and, between, like, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { cadItems } from '@overlook/db/schema';
import { CAD_SCAN_LARGEST } from '@overlook/shared/config';
import type { OpenTree } from './open-tree.ts';

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A number after another character, long enough to be in few texts. */
const NUMBER = /(?<![\p{L}\p{N}])\d{5}[\p{L}\p{N}]*/u;

/**
 * The condition that a text contains a word. Both are in the form that the tree is stored in (`searchForm`), because
 * databases differ in what they fold. The trigram index is unselective for a word such as `sn-395950`, whose short
 * parts are in most items, so the index searches for the long number, and `strpos` filters its results.
 */
export function contains(column: SQLWrapper, word: string): SQL {
  const number = NUMBER.exec(word)?.[0] ?? word;
  const byIndex = like(sql`${column}`, `%${escaped(number)}%`);
  return number === word ? byIndex : and(byIndex, sql`strpos(${column}, ${word}) > 0`)!;
}

/** Words that the index can find: three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Whether items can be found by words anywhere in their text; in a large tree only words that the index knows are. */
const isSought = (words: readonly string[], { firstItem, lastItem }: OpenTree): boolean =>
  lastItem - firstItem < CAD_SCAN_LARGEST || words.some((word) => INDEXED.test(word));

/** Whether the indexes of a large tree know several of the words. */
export const hasSeveralIndexed = (words: readonly string[], { firstItem, lastItem }: OpenTree): boolean =>
  lastItem - firstItem >= CAD_SCAN_LARGEST && words.filter((word) => INDEXED.test(word)).length > 1;

/** The condition that an item belongs to a tree, by its number: an index scan by number then skips the trees stored before. */
export const isInTree = ({ firstItem, lastItem }: OpenTree): SQL => between(cadItems.id, firstItem, lastItem);

/** The condition that every word, in `searchForm`, is in an item's name, tags or GUID; a word too short for the index must begin the name. */
export function fitsLabels(words: readonly string[], tree: OpenTree): SQL {
  if (isSought(words, tree)) return and(...words.map((word) => contains(cadItems.labels, word)))!;
  return sql`${cadItems.treeId} = ${tree.id} and left(${cadItems.labels}, 32) like ${`${escaped(words.join(' '))}%`}`;
}

/** The condition that every word is in those or in a property value; words too short for the index are searched in the labels only. */
export function fitsOwn(words: readonly string[], tree: OpenTree): SQL {
  if (!isSought(words, tree)) return fitsLabels(words, tree);
  return and(...words.map((word) => or(contains(cadItems.labels, word), contains(cadItems.details, word))))!;
}

/** The condition that every word is in an item's labels or values, but not every one in its labels. */
export function fitsBeyondLabels(words: readonly string[], tree: OpenTree): SQL {
  const notLabels = not(fitsLabels(words, tree));
  const [only, ...more] = words;
  // Simpler for one word, the most common search: the labels are not searched twice.
  const isOne = only !== undefined && more.length === 0 && isSought(words, tree);
  return and(isOne ? contains(cadItems.details, only) : fitsOwn(words, tree), notLabels)!;
}
