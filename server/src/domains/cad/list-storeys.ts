import { eq } from 'drizzle-orm';
import { type Db, inIds } from '@overlook/db';
import { cadItems, cadTrees } from '@overlook/db/schema';
import { transformPoint } from '@overlook/shared/maths';
import { cadStoreySchema, type CadStoreysAnswer } from '@overlook/shared/schemas';
import { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { openTree, type TreeOfSite } from './open-tree.ts';

const storedSchema = z.array(z.object({ itemId: z.number().int(), floorEcef: cadStoreySchema.shape.floorEcef }));

/** The storeys of the models of a site's project layer, where its tree lies now; none where it has no tree or none was told of. */
export async function listStoreys(ctx: SignedInContext, site: TreeOfSite): Promise<CadStoreysAnswer> {
  const tree = await openTree(ctx, site);
  if (!tree) return { storeys: [] };
  const [row] = await ctx.db.select({ storeys: cadTrees.storeys }).from(cadTrees).where(eq(cadTrees.id, tree.id));
  const stored = readableValue(ctx.log, `tree ${tree.id}, storeys`, storedSchema, row?.storeys ?? [], []);
  const names = await namesOf(
    ctx.db,
    stored.map(({ itemId }) => itemId),
  );
  const buildings = await namesOf(
    ctx.db,
    [...names.values()].flatMap(({ parentId }) => parentId ?? []),
  );
  return {
    storeys: stored.flatMap(({ itemId, floorEcef }) => {
      const item = names.get(itemId);
      if (!item) return [];
      const { id, name, parentId } = item;
      const building = parentId === null ? null : (buildings.get(parentId)?.name ?? null);
      const floor = tree.moveEcef ? transformPoint(tree.moveEcef, floorEcef) : floorEcef;
      return [{ id, name, parentId, building, floorEcef: floor }];
    }),
  };
}

type NamedItem = Pick<typeof cadItems.$inferSelect, 'id' | 'name' | 'parentId'>;

async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, NamedItem>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: cadItems.id, name: cadItems.name, parentId: cadItems.parentId })
    .from(cadItems)
    .where(inIds(cadItems.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
