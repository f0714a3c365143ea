import { sql } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import { TOUCHED_IN_FILE_MOST, TOUCHED_NEAR_MOST } from '@overlook/shared/config';
import { enuAxesAt, type Vec3 } from '@overlook/shared/maths';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { type AreaPrism, areaPrism, boundingSphere, type OrientedBox, touchOf } from '@overlook/shared/mocs';
import { cadItemSchema, type MocArea, type TouchedItem } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid, notFound } from '../../errors/app-error.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { isAllowedAtSite } from '../access/access.ts';
import { openTree, type OpenTree } from '../cad/open-tree.ts';
import { loadMoc } from './load-mocs.ts';

interface Asked {
  readonly siteId: number;
  readonly id: number;
  readonly areaUuid?: string | undefined;
}

/**
 * The objects with geometry of their own that lie in or partly in an area of a change, or in any of its areas: the first `most`
 * in the order of the tree, and how many there are. None for those who may not view the project layer. Throws 404; 400 when an
 * area has too many objects near it.
 */
export async function findTouched(
  ctx: SignedInContext,
  asked: Asked,
  most: number,
): Promise<{ items: TouchedItem[]; total: number }> {
  const insideById = await touchedIds(ctx, asked);
  const ids = inOrder(insideById).slice(0, most);
  return { items: await describeTouched(ctx, ids, insideById), total: insideById.size };
}

/** The same objects as columns of ids and features, at most as many as the file may have. */
export async function listTouchedFeatures(
  ctx: SignedInContext,
  asked: Asked,
): Promise<{ id: number[]; feature: number[] }> {
  const ids = inOrder(await touchedIds(ctx, asked)).slice(0, TOUCHED_IN_FILE_MOST);
  const rows = await ctx.db
    .select({ id: cadItems.id, batchId: cadItems.batchId })
    .from(cadItems)
    .where(inIds(cadItems.id, ids))
    .orderBy(cadItems.id);
  // All have geometry of their own, and so a feature.
  return { id: rows.map(({ id }) => id), feature: rows.map(({ batchId }) => batchId!) };
}

const inOrder = (insideById: ReadonlyMap<number, boolean>): number[] =>
  [...insideById.keys()].toSorted((a, b) => a - b);

/** Ids of the objects, each with a flag for being wholly inside. */
async function touchedIds(ctx: SignedInContext, asked: Asked): Promise<Map<number, boolean>> {
  const areas = await areasOf(ctx, asked);
  const mayView = isAllowedAtSite(ctx.caller.permissions, asked.siteId, 'VIEW:CAD');
  const tree = mayView ? await openTree(ctx, asked.siteId) : null;
  const insideById = new Map<number, boolean>();
  if (!tree) return insideById;
  for (const area of areas)
    for (const [id, isInside] of await touchedBy(ctx.db, tree, areaPrism(area)))
      insideById.set(id, isInside || insideById.get(id) === true);
  return insideById;
}

async function areasOf(ctx: SignedInContext, { siteId, id, areaUuid }: Asked): Promise<MocArea[]> {
  const { polygons } = await loadMoc(ctx, { siteId, id });
  if (areaUuid === undefined) return Object.values(polygons);
  const area = polygons[areaUuid];
  if (!area) throw notFound(MOCS_MESSAGES['area.notFound']);
  return [area];
}

/** Ids of the objects in the volume, each with a flag for being wholly inside. */
async function touchedBy(db: Db, tree: OpenTree, prism: AreaPrism): Promise<[id: number, isInside: boolean][]> {
  const near = await findNear(db, tree, boundingSphere(prism));
  if (near.length > TOUCHED_NEAR_MOST) throw invalid(MOCS_MESSAGES['area.tooManyTouched']);
  const axes = axesOf(tree, prism);
  return near.flatMap(({ id, box }) => {
    const touch = touchOf(prism, orientedBox(box, axes));
    return touch === 'outside' ? [] : [[id, touch === 'inside'] as [number, boolean]];
  });
}

/**
 * Objects whose boxes may reach into a sphere. From the roots downwards, only descendants of items near the sphere are
 * read, because the box of an item contains its descendants.
 */
async function findNear(
  db: Db,
  tree: OpenTree,
  { centerEcef, radius }: { centerEcef: Vec3; radius: number },
): Promise<{ id: number; box: number[] }[]> {
  const [x, y, z] = centerEcef.map((value) => sql`${value}::double precision`);
  const reach = sql`${radius}::double precision + sqrt(box[4] * box[4] + box[5] * box[5] + box[6] * box[6]) / 2`;
  // A group without geometry has no box.
  const isNear = sql`(box is null or sqrt((box[1] - ${x}) ^ 2 + (box[2] - ${y}) ^ 2 + (box[3] - ${z}) ^ 2) <= ${reach})`;
  const columns = sql`item.id, item.child_count, item.batch_id, item.box`;
  return db
    .select({ id: sql<number>`id`, box: sql<number[]>`box`.mapWith(cadItems.box) })
    .from(
      sql`(with recursive near as (
        select ${columns} from cad_items as item where item.tree_id = ${tree.id} and item.parent_id is null and ${isNear}
        union all
        select ${columns} from (select * from near where child_count > 0) as above
          cross join lateral (select * from cad_items where tree_id = ${tree.id} and parent_id = above.id and ${isNear}) as item
      ) select id, box from near where batch_id is not null and box is not null) as found`,
    )
    .limit(TOUCHED_NEAR_MOST + 1);
}

/** A tree without stated axes most likely uses local ones: east, north, up. */
function axesOf({ axes }: OpenTree, { frame }: AreaPrism): OrientedBox['axesEcef'] {
  if (axes?.length === 9) {
    const axisFrom = (at: number): Vec3 => [axes[at]!, axes[at + 1]!, axes[at + 2]!];
    return [axisFrom(0), axisFrom(3), axisFrom(6)];
  }
  const { toEcef } = frame;
  const { east, north, up } = enuAxesAt([toEcef[12], toEcef[13], toEcef[14]]);
  return [east, north, up];
}

const orientedBox = (box: readonly number[], axesEcef: OrientedBox['axesEcef']): OrientedBox => ({
  centerEcef: box.slice(0, 3) as Vec3,
  size: box.slice(3, 6) as Vec3,
  axesEcef,
});

async function describeTouched(
  { db, log }: SignedInContext,
  ids: readonly number[],
  insideById: ReadonlyMap<number, boolean>,
): Promise<TouchedItem[]> {
  const { id, name, path, tags, batchId } = cadItems;
  const rows = await db.select({ id, name, path, tags, batchId }).from(cadItems).where(inIds(id, ids)).orderBy(id);
  return rows.map((row) => ({
    ...row,
    tags: readableValue(log, `object ${row.id}, tags`, cadItemSchema.shape.tags, row.tags, []),
    isInside: insideById.get(row.id)!,
  }));
}
