import { batches, inIds, letOthersRun } from '@overlook/db';
import { cadItems } from '@overlook/db/schema';
import {
  TOUCHED_COMPARED_MOST,
  TOUCHED_IN_FILE_MOST,
  TOUCHED_NEAR_ALL_MOST,
  TOUCHED_NEAR_MOST,
} from '@overlook/shared/config';
import { type EnuFrame, enuAxesAt, invertAffine, multiply, type Vec3 } from '@overlook/shared/maths';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { type AreaPrism, areaPrism, boundingSphere, type OrientedBox } from '@overlook/shared/mocs';
import { cadItemSchema, type MocArea, type TouchedItem } from '@overlook/shared/schemas';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { SignedInContext } from '../../context.ts';
import { invalid, notFound } from '../../errors/app-error.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { openTree, type OpenTree } from '../cad/open-tree.ts';
import { type Comparison, costOf, OBJECT_BYTES } from './compare-objects.ts';
import { loadMoc } from './load-mocs.ts';
import { nearObjects } from './near-objects.ts';
import { rememberedTouches } from './remembered-touches.ts';
import { touchedIds } from './touched-ids.ts';
import { firstTouches, type Touches } from './touches.ts';

/** Objects that are described at once; other requests run in between. */
const ITEMS_AT_ONCE = 1000;

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
  const touches = await touchedBy(ctx, asked);
  return { items: await describeTouched(ctx, firstTouches(touches, most)), total: touches.ids.length };
}

/** The same objects as columns of ids and features, at most as many as the file may have. */
export async function listTouchedFeatures(
  ctx: SignedInContext,
  asked: Asked,
): Promise<{ id: number[]; feature: number[] }> {
  const { ids } = firstTouches(await touchedBy(ctx, asked), TOUCHED_IN_FILE_MOST);
  const columns: { id: number[]; feature: number[] } = { id: [], feature: [] };
  for (const some of batches([...ids], ITEMS_AT_ONCE)) {
    const rows = await ctx.db
      .select({ id: cadItems.id, batchId: cadItems.batchId })
      .from(cadItems)
      .where(inIds(cadItems.id, some))
      .orderBy(cadItems.id);
    for (const { id, batchId } of rows) {
      columns.id.push(id);
      // All have geometry of their own, and so a feature.
      columns.feature.push(batchId!);
    }
    await letOthersRun();
  }
  return columns;
}

/** What the areas touch: compared once for each state of the change and the tree. */
async function touchedBy(ctx: SignedInContext, asked: Asked): Promise<Touches> {
  const { version, areas } = await areasOf(ctx, asked);
  const mayView = isAllowedAtSite(ctx.caller.permissions, asked.siteId, 'VIEW:CAD');
  const tree = mayView ? await openTree(ctx, { siteId: asked.siteId }) : null;
  if (!tree) throw notFound(MOCS_MESSAGES['touched.noLayer']);
  const key = `${asked.id} ${version} ${asked.areaUuid ?? ''} ${tree.id} ${tree.moveEcef ? Array.from(tree.moveEcef).join() : ''}`;
  return inPersonsTurn(ctx, () => rememberedTouches(ctx.db, key, () => compare(ctx, tree, areas)));
}

async function compare(ctx: SignedInContext, tree: OpenTree, areas: readonly MocArea[]): Promise<Touches> {
  const comparisons: Comparison[] = [];
  let [objects, cost] = [0, 0];
  for (const area of areas) {
    const prism = asStored(areaPrism(area), tree);
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
  return touchedIds(comparisons, ctx.ended);
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

/** The area where it is in relation to the boxes as they are stored: a layer that was moved by hand keeps them. */
function asStored(prism: AreaPrism, { moveEcef }: OpenTree): AreaPrism {
  if (!moveEcef) return prism;
  const { origin, ecefFromEnu, enuFromEcef } = prism.frame;
  const frame: EnuFrame = {
    origin,
    ecefFromEnu: multiply(invertAffine(moveEcef), ecefFromEnu),
    enuFromEcef: multiply(enuFromEcef, moveEcef),
  };
  return { ...prism, frame };
}

/** A tree without stated axes most likely uses local ones: east, north, up. */
function axesOf({ axes }: OpenTree, { frame }: AreaPrism): OrientedBox['axesEcef'] {
  if (axes?.length === 9) {
    const axisFrom = (at: number): Vec3 => [axes[at]!, axes[at + 1]!, axes[at + 2]!];
    return [axisFrom(0), axisFrom(3), axisFrom(6)];
  }
  const { ecefFromEnu } = frame;
  const { east, north, up } = enuAxesAt([ecefFromEnu[12], ecefFromEnu[13], ecefFromEnu[14]]);
  return [east, north, up];
}

async function describeTouched({ db, log }: SignedInContext, { ids, isInside }: Touches): Promise<TouchedItem[]> {
  const { id, name, path, tags, batchId } = cadItems;
  const insideById = new Map(Array.from(ids, (touched, at) => [touched, isInside[at] === 1]));
  const items: TouchedItem[] = [];
  for (const some of batches([...ids], ITEMS_AT_ONCE)) {
    const rows = await db.select({ id, name, path, tags, batchId }).from(cadItems).where(inIds(id, some)).orderBy(id);
    for (const row of rows) {
      const readTags = readableValue(log, `object ${row.id}, tags`, cadItemSchema.shape.tags, row.tags, []);
      items.push({ ...row, tags: readTags, isInside: insideById.get(row.id)! });
    }
    await letOthersRun();
  }
  return items;
}
