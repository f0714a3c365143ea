import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { cadItems, captures, cadTrees } from '@overlook/db/schema';
import { CAD_MEASURED_MOST, CAD_TRIANGLES_MOST } from '@overlook/shared/config';
import { transformPoint, type Vec3 } from '@overlook/shared/maths';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import type { CadMeasured, ExportBox } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { meshProcesses } from '../../meshes/meshes-process.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { heldVersion } from '../../storage/version-folders.ts';
import { subtreesOf } from './list-features.ts';
import { missing, openTreeOf, type OpenTree, type TreeOfSite } from './open-tree.ts';

/**
 * Surface and volume of objects with all below them, from the finest triangles of their layer. Throws 404 for objects that the tree does not have,
 * 400 for too many, 409 where another server holds the layer, and 429.
 */
export async function measureItems(
  ctx: SignedInContext,
  { siteId, captureId, itemIds }: TreeOfSite & { itemIds: readonly number[] },
): Promise<CadMeasured> {
  const tree = await openTreeOf(ctx, { siteId, captureId });
  const within = await subtreesOf(ctx.db, tree, itemIds);
  if (within.length === 0) return missing();
  const objects = await objectsOf(ctx, tree, within);
  if (objects.length === 0) return { objects: 0, triangles: 0, areaM2: 0, volumeM3: 0, closed: 0, open: 0 };
  if (objects.length > CAD_MEASURED_MOST)
    throw invalid(said(CAD_MESSAGES, 'cad.tooManyMeasured', { most: CAD_MEASURED_MOST }));
  const [capture] = await ctx.db
    .select({ filepath: captures.filepath })
    .from(cadTrees)
    .innerJoin(captures, eq(captures.id, cadTrees.captureId))
    .where(eq(cadTrees.id, tree.id));
  const version = capture && heldVersion(capture.filepath);
  if (!version) throw conflict(CAD_MESSAGES['cad.layerElsewhere']);
  const work = {
    step: 'measure' as const,
    layerIds: objects.map(({ batchId }) => batchId!),
    boxes: boxesOf(objects, tree),
    trianglesMost: CAD_TRIANGLES_MOST,
  };
  const options = { memoryMb: ctx.env.convertMemoryMb, signal: ctx.ended };
  const measured = await inPersonsTurn(ctx, () =>
    ctx.meshIndexes.withIndex(version, (folders) => meshProcesses.measure({ ...work, ...folders }, options)),
  );
  if (measured.refused) throw invalid(said(CAD_MESSAGES, 'cad.tooManyTriangles', { most: CAD_TRIANGLES_MOST }));
  const { triangles, areaM2, volumeM3, closed, open } = measured;
  return { objects: objects.length, triangles, areaM2, volumeM3, closed, open };
}

/** The objects with triangles of their own in some subtrees; one more than may be measured where there are more. */
const objectsOf = ({ db }: SignedInContext, tree: OpenTree, within: readonly (readonly [number, number])[]) =>
  db
    .select({ batchId: cadItems.batchId, box: cadItems.box })
    .from(cadItems)
    .innerJoin(
      sql`json_to_recordset(${JSON.stringify(within.map(([a, b]) => ({ a, b })))}::text::json) as w(a int, b int)`,
      sql`${cadItems.id} between w.a and w.b`,
    )
    .where(and(eq(cadItems.treeId, tree.id), isNotNull(cadItems.batchId)))
    .limit(CAD_MEASURED_MOST + 1);

/** A cube about each object, whichever way its own box lies. Objects without a box are looked for nowhere. */
function boxesOf(objects: readonly { box: number[] | null }[], { moveEcef }: OpenTree): ExportBox[] {
  return objects.flatMap(({ box }) => {
    if (box?.length !== 6 || !box.every(Number.isFinite)) return [];
    const stored: Vec3 = [box[0]!, box[1]!, box[2]!];
    const [centerX, centerY, centerZ] = moveEcef ? transformPoint(moveEcef, stored) : stored;
    const side = Math.hypot(box[3]!, box[4]!, box[5]!) + SLACK_M;
    return [{ centerX, centerY, centerZ, sizeX: side, sizeY: side, sizeZ: side, degrees: 0 }];
  });
}

/** Objects without thickness have a box, too. */
const SLACK_M = 0.1;
