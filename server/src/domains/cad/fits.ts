import { and, between, like, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { cadItems } from '@overlook/db/schema';
import { CAD_SCAN_LARGEST } from '@overlook/shared/config';
import type { OpenTree } from './open-tree.ts';

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A number behind another sign, long enough to be in few texts. */
const NUMBER = /(?<![\p{L}\p{N}])\d{5}[\p{L}\p{N}]*/u;

/**
 * That a text has a word in it. Both sides are in the form that the tree is stored in (`searchForm`), for databases differ in
 * what they take for a capital. Of `sn-395950` the index would also look for what begins with 3, which most items have: the number alone is
 * faster, and the word is then looked for in what has it.
 */
export function contains(column: SQLWrapper, word: string): SQL {
  const number = NUMBER.exec(word)?.[0] ?? word;
  const byIndex = like(sql`${column}`, `%${escaped(number)}%`);
  return number === word ? byIndex : and(byIndex, sql`strpos(${column}, ${word}) > 0`)!;
}

/** What the index knows: three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Whether items can be found by words anywhere in their text; in a large tree only words that the index knows are. */
const isSought = (words: readonly string[], { firstItem, lastItem }: OpenTree): boolean =>
  lastItem - firstItem < CAD_SCAN_LARGEST || words.some((word) => INDEXED.test(word));

/** Whether the indexes of a large tree know several of the words. */
export const knowsSeveral = (words: readonly string[], { firstItem, lastItem }: OpenTree): boolean =>
  lastItem - firstItem >= CAD_SCAN_LARGEST && words.filter((word) => INDEXED.test(word)).length > 1;

/** That an item is one of a tree, by its number: a walk along the numbers then leaves out the trees stored before. */
export const isInTree = ({ firstItem, lastItem }: OpenTree): SQL => between(cadItems.id, firstItem, lastItem);

/** That every word, as `searchForm` gives it, is in an item's name, tags or GUID; of words too short to seek, that its name begins so. */
export function fitsLabels(words: readonly string[], tree: OpenTree): SQL {
  if (isSought(words, tree)) return and(...words.map((word) => contains(cadItems.labels, word)))!;
  return sql`${cadItems.treeId} = ${tree.id} and left(${cadItems.labels}, 32) like ${`${escaped(words.join(' '))}%`}`;
}

/** That every word is in those or in a property value; words too short to seek are left to the labels. */
export function fitsOwn(words: readonly string[], tree: OpenTree): SQL {
  if (!isSought(words, tree)) return fitsLabels(words, tree);
  return and(...words.map((word) => or(contains(cadItems.labels, word), contains(cadItems.details, word))))!;
}

/** That every word is in all that is an item's own, but not every one in its labels. */
export function fitsBeyondLabels(words: readonly string[], tree: OpenTree): SQL {
  const notLabels = not(fitsLabels(words, tree));
  const [only, ...more] = words;
  // Simpler for the one word that most searches are: its labels are not looked through twice.
  const isOne = only !== undefined && more.length === 0 && isSought(words, tree);
  return and(isOne ? contains(cadItems.details, only) : fitsOwn(words, tree), notLabels)!;
}
