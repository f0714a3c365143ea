import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { random } from '../../demo/plant/random.ts';
import { importSite } from '../../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../../publish/testing/made-tiles.ts';
import { aTree, type MadeItem } from '../../publish/testing/made-tree.ts';
import { findInPlace } from './find-in-place.ts';
import { fitsLabels } from './fits.ts';
import { openTree, type OpenTree } from './open-tree.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const WORDS = ['unit', 'line', 'pump', 'valve'];
const next = random(5);
const whole = (below: number) => Math.floor(next() * below);
/** Items at random places, with names of few words, so that some words are everywhere. */
const MADE: MadeItem[] = Array.from({ length: 120 }, (_, id) => ({
  id,
  name: `${WORDS[whole(WORDS.length)]!} ${id}`,
  ...(id > 0 && { parent: whole(id) }),
}));

describe.each(kinds)('what is found in its place on $name', ({ open }) => {
  let database: Database;
  let tree: OpenTree;
  let names: Map<number, { name: string; parentId: number | null }>;
  beforeAll(async () => {
    database = await open();
    const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm(), 'tree.jsonl': aTree(MADE) });
    const { db } = database;
    const filesDir = await aFolder({});
    const { site } = await importSite({ db, filesDir }, { slug: 'works', layers: { cad } });
    tree = (await openTree({ db } as unknown as SignedInContext, { siteId: site.id }))!;
    const rows = await db.select().from(cadItems);
    names = new Map(rows.map((row) => [row.id, row]));
  });
  afterAll(() => database.close());

  /** The same, looked for by hand. */
  const truth = (above: readonly string[], own: string): number[] => {
    const isBelow = (id: number | null, left: readonly string[]): boolean => {
      if (left.length === 0) return true;
      if (id === null) return false;
      const { name, parentId } = names.get(id)!;
      return (name.includes(left.at(-1)!) && isBelow(parentId, left.slice(0, -1))) || isBelow(parentId, left);
    };
    return [...names]
      .filter(([, { name, parentId }]) => name.includes(own) && isBelow(parentId, above))
      .map(([id]) => id)
      .sort((a, b) => a - b);
  };

  const ways = WORDS.flatMap((own) =>
    WORDS.flatMap((a) => [[], [a], ['1', a], ...WORDS.map((b) => [b, a])].map((above) => ({ own, above }))),
  );

  it.each([1000, 20, 4, 1])('are all items, or %i of them where there are more', async (most) => {
    for (const { own, above } of ways) {
      const found = await findInPlace(database.db, tree, {
        above: above.map((word) => [word]),
        own: fitsLabels([own], tree),
        most,
      });
      const wanted = truth(above, own);
      expect(found, `${above.join('/')}/${own}`).toHaveLength(Math.min(most, wanted.length));
      expect(wanted, `${above.join('/')}/${own}`).toEqual(expect.arrayContaining(found));
    }
  });
});
