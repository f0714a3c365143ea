import { and, not, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { among, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { CAD_COUNT_LARGEST } from '@overlook/shared/config';
import type { CadMetadata, cadSearchAnswerSchema, cadSearchInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { type Above, findIds, findInPlace } from './find-in-place.ts';
import { fitsLabels, fitsOwn } from './fits.ts';
import { loadWays } from './items.ts';
import { matchOf } from './match-of.ts';
import { openTree, type OpenTree } from './open-tree.ts';

/** One more than are counted. */
const MOST = CAD_COUNT_LARGEST + 1;
/** Words that are tried in the name of an item and of a group above it, without a `/` between them. */
const WORDS_IN_PLACE = 6;

/**
 * What fits every word by name, tag, GUID or property value: by name and tag first, then with values, then by the path that
 * a `/` stands for; each in the order of the tree, or all of them with `order: 'tree'`. Where nothing does, what has words
 * of its own and the rest in the name of a group above it.
 */
export async function searchItems(
  ctx: SignedInContext,
  { siteId, query, order, offset, limit }: z.output<typeof cadSearchInputSchema>,
): Promise<z.input<typeof cadSearchAnswerSchema>> {
  const tree = await openTree(ctx, siteId);
  const text = query.toLowerCase();
  if (!tree || text.trim() === '') return { items: [], total: 0, isTotalExact: true };
  const sought = { words: stepsOf(text).flat(), isPath: text.includes('/') };
  const ids = await findHits(ctx.db, tree, text);
  const counted = ids.slice(0, CAD_COUNT_LARGEST);
  if (order === 'tree') counted.sort((a, b) => a - b);
  const shown = counted.slice(offset, offset + limit);
  const [ways, details] = await Promise.all([loadWays(ctx.db, tree, shown), loadDetails(ctx.db, shown)]);
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

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The words of each step of a path. */
const stepsOf = (text: string): string[][] =>
  text
    .split('/')
    .map(wordsOf)
    .filter((words) => words.length > 0);

/** At most one more than are counted, best first. */
async function findHits(db: Db, tree: OpenTree, text: string): Promise<number[]> {
  const words = wordsOf(text);
  const byLabels = fitsLabels(words, tree);
  const found = new Set(await findIds(db, tree, byLabels, MOST));
  const add = async (find: (most: number) => Promise<number[]>) => {
    if (found.size < MOST) for (const id of await find(MOST - found.size)) found.add(id);
  };
  const byDetails = and(fitsOwn(words, tree), not(byLabels))!;
  await add((most) => findIds(db, tree, byDetails, most));
  const inPlace = (above: Above, own: SQL) => () => findInPlace(db, tree, { above, own, most: MOST });
  if (text.includes('/')) {
    const steps = stepsOf(text);
    const last = steps.pop();
    if (last) await add(inPlace(steps, fitsOwn(last, tree)));
  } else if (found.size === 0 && words.length <= WORDS_IN_PLACE) {
    for (const [above, own] of splits(words)) await add(inPlace([above], fitsLabels(own, tree)));
  }
  return [...found].slice(0, MOST);
}

/** Words for a group and words for an item, whichever of the two is named first. */
function* splits(words: readonly string[]): Generator<[above: string[], own: string[]]> {
  for (let i = 1; i < words.length; i++) {
    const [first, rest] = [words.slice(0, i), words.slice(i)];
    yield [first, rest];
    yield [rest, first];
  }
}

async function loadDetails(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { guid: string | null; metadata: CadMetadata }>> {
  const rows = await db
    .select({ id: cadItems.id, guid: cadItems.guid, metadata: cadItems.metadata })
    .from(cadItems)
    .where(among(cadItems.id, ids));
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}
