import { inIds } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import {
  TOUCHED_COMPARED_MOST,
  TOUCHED_IN_FILE_MOST,
  TOUCHED_NEAR_ALL_MOST,
  TOUCHED_NEAR_MOST,
} from '@overlook/shared/config';
import { enuAxesAt, type Vec3 } from '@overlook/shared/maths';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { type AreaPrism, areaPrism, boundingSphere, type OrientedBox } from '@overlook/shared/mocs';
import { cadItemSchema, type MocArea, type TouchedItem } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid, notFound } from '../../errors/app-error.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { isAllowedAtSite } from '../access/access.ts';
import { openTree, type OpenTree } from '../cad/open-tree.ts';
import { type Comparison, costOf, OBJECT_BYTES } from './compare-objects.ts';
import { loadMoc } from './load-mocs.ts';
import { nearObjects } from './near-objects.ts';
import { rememberedTouches } from './remembered-touches.ts';
import { touchedIds } from './touched-ids.ts';

interface Asked {
  readonly siteId: number;
  readonly id: number;
  readonly areaUuid?: string | undefined;
}

/**
 * The objects with geometry of their own that lie in or partly in an area of a change, or in any of its areas: the first `most`
 * in the order of the tree, and how many there are. Throws 404, also where there is no project layer that the caller may view; 400 when the
 * areas have too many corners or objects near them, before anything is compared; 429 and 503 when too many wait.
 */
export async function findTouched(
  ctx: SignedInContext,
  asked: Asked,
  most: number,
): Promise<{ items: TouchedItem[]; total: number }> {
  const insideById = await touchedBy(ctx, asked);
  const ids = inOrder(insideById).slice(0, most);
  return { items: await describeTouched(ctx, ids, insideById), total: insideById.size };
}

/** The same objects as columns of ids and features, at most as many as the file may have. */
export async function listTouchedFeatures(
  ctx: SignedInContext,
  asked: Asked,
): Promise<{ id: number[]; feature: number[] }> {
  const ids = inOrder(await touchedBy(ctx, asked)).slice(0, TOUCHED_IN_FILE_MOST);
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

/** Ids of the objects, each with a flag for being wholly inside: compared once for each state of the change and the tree. */
async function touchedBy(ctx: SignedInContext, asked: Asked): Promise<ReadonlyMap<number, boolean>> {
  const { version, areas } = await areasOf(ctx, asked);
  const mayView = isAllowedAtSite(ctx.caller.permissions, asked.siteId, 'VIEW:CAD');
  const tree = mayView ? await openTree(ctx, asked.siteId) : null;
  if (!tree) throw notFound(MOCS_MESSAGES['touched.noLayer']);
  const key = `${asked.id} ${version} ${asked.areaUuid ?? ''} ${tree.id}`;
  return inPersonsTurn(ctx, () => rememberedTouches(ctx.db, key, () => compare(ctx, tree, areas)));
}

async function compare(ctx: SignedInContext, tree: OpenTree, areas: readonly MocArea[]): Promise<Map<number, boolean>> {
  const comparisons: Comparison[] = [];
  let [objects, cost] = [0, 0];
  for (const area of areas) {
    const prism = areaPrism(area);
    const near = await nearObjects(ctx, { tree, sphere: boundingSphere(prism), most: TOUCHED_NEAR_MOST });
    if (!near) throw invalid(MOCS_MESSAGES['area.tooManyTouched']);
    const comparison = { prism, objects: near, axesEcef: axesOf(tree, prism) };
    objects += near.byteLength / OBJECT_BYTES;
    cost += costOf(comparison);
    // Said before anything is compared.
    if (objects > TOUCHED_NEAR_ALL_MOST || cost > TOUCHED_COMPARED_MOST)
      throw invalid(MOCS_MESSAGES['area.tooMuchTouched']);
    comparisons.push(comparison);
  }
  const insideById = new Map<number, boolean>();
  for (const [id, isInside] of await touchedIds(comparisons, ctx.ended))
    insideById.set(id, isInside || insideById.get(id) === true);
  return insideById;
}

async function areasOf(
  ctx: SignedInContext,
  { siteId, id, areaUuid }: Asked,
): Promise<{ version: number; areas: MocArea[] }> {
  const { polygons, version } = await loadMoc(ctx, { siteId, id });
  if (areaUuid === undefined) return { version, areas: Object.values(polygons) };
  const area = polygons[areaUuid];
  if (!area) throw notFound(MOCS_MESSAGES['area.notFound']);
  return { version, areas: [area] };
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
