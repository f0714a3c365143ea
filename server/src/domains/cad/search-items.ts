import { and, eq, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { among, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { CAD_COUNT_LARGEST, CAD_SCAN_LARGEST } from '@overlook/shared/config';
import type {
  CadHit,
  CadItem,
  CadMetadata,
  cadSearchAnswerSchema,
  cadSearchInputSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { loadWays } from './items.ts';
import { openTree, type OpenTree } from './open-tree.ts';

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
/** Both sides are in lower case by our own hand, for databases differ in what they take for a capital. */
const contains = (column: SQLWrapper, word: string): SQL => sql`${column} like ${`%${escaped(word)}%`}`;

/** Ways in which items fit, best first. A `last resort` is asked for only where nothing fits better. */
interface Way {
  condition: SQL;
  isLastResort: boolean;
}

/** What the index knows: three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

function waysToFit(words: readonly string[], { firstItem, lastItem }: OpenTree): Way[] {
  const isSmall = lastItem - firstItem < CAD_SCAN_LARGEST;
  const known = isSmall ? words : words.filter((word) => INDEXED.test(word));
  if (known.length === 0) {
    const start = sql`left(${cadItems.labels}, 32) like ${`${escaped(words.join(' '))}%`}`;
    return [{ condition: start, isLastResort: false }];
  }
  const byLabels = and(...words.map((word) => contains(cadItems.labels, word)))!;
  const byOwn = and(...words.map(inItem), not(byLabels))!;
  const ways = [byLabels, byOwn].map((condition) => ({ condition, isLastResort: false }));
  if (words.length === 1) return ways;
  const oneOwn = or(...known.map((word) => contains(cadItems.labels, word)))!;
  return [...ways, { condition: and(oneOwn, ...words.map(inItemOrAbove))!, isLastResort: true }];
}

const inItem = (word: string): SQL => or(contains(cadItems.labels, word), contains(cadItems.details, word))!;
const inItemOrAbove = (word: string): SQL => or(inItem(word), sql`${cadItems.path} ilike ${`%${escaped(word)}%`}`)!;

/** Ids in the order of the tree, at most one more than are counted. */
async function findIds(db: Db, tree: OpenTree, condition: SQL, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: cadItems.id })
    .from(cadItems)
    .where(and(eq(cadItems.treeId, tree.id), condition))
    .limit(most);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/**
 * What fits every word by name, tag, GUID or property value: by name and tag first, then with values, each in the order of
 * the tree. Where nothing does, what has one word in its own name or tags and the others in the names above.
 */
export async function searchItems(
  ctx: SignedInContext,
  { siteId, query, offset, limit }: z.output<typeof cadSearchInputSchema>,
): Promise<z.input<typeof cadSearchAnswerSchema>> {
  const tree = await openTree(ctx, siteId);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!tree || words.length === 0) return { items: [], total: 0, isTotalExact: true };
  const ids: number[] = [];
  for (const { condition, isLastResort } of waysToFit(words, tree))
    if (isLastResort ? ids.length === 0 : ids.length <= CAD_COUNT_LARGEST)
      ids.push(...(await findIds(ctx.db, tree, condition, CAD_COUNT_LARGEST + 1 - ids.length)));
  const shown = ids.slice(0, CAD_COUNT_LARGEST).slice(offset, offset + limit);
  const [ways, details] = await Promise.all([loadWays(ctx.db, tree, shown), loadDetails(ctx.db, shown)]);
  return {
    items: ways.map(({ item, ancestors }) => ({
      ...item,
      ancestors: ancestors.map(({ id, name, index }) => ({ id, name, index })),
      match: matchOf(item, details.get(item.id)!, words),
    })),
    total: Math.min(ids.length, CAD_COUNT_LARGEST),
    isTotalExact: ids.length <= CAD_COUNT_LARGEST,
  };
}

interface Details {
  guid: string | null;
  metadata: CadMetadata;
}

async function loadDetails(db: Db, ids: readonly number[]): Promise<Map<number, Details>> {
  const rows = await db
    .select({ id: cadItems.id, guid: cadItems.guid, metadata: cadItems.metadata })
    .from(cadItems)
    .where(among(cadItems.id, ids));
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

/** Where an item's own text fits, in the order in which it is looked for. */
function matchOf(item: CadItem, { guid, metadata }: Details, words: readonly string[]): CadHit['match'] {
  const fits = (text: string) => words.some((word) => text.toLowerCase().includes(word));
  if (fits(item.name)) return { where: 'name', tab: null, property: null, text: item.name };
  const tags = [...item.tags, ...item.externalTags.map(({ tag }) => tag), ...(guid ? [guid] : [])];
  const tag = tags.find(fits);
  if (tag !== undefined) return { where: 'tag', tab: null, property: null, text: tag };
  for (const [tab, properties] of Object.entries(metadata))
    for (const [property, text] of Object.entries(properties))
      if (fits(text)) return { where: 'property', tab, property, text };
  return { where: 'name', tab: null, property: null, text: item.name };
}
