import { and, asc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { cadItems, cadTrees } from '@overlook/db/schema';
import { foldText } from '@overlook/shared/format';
import { doublingBackOff, type JobHandler, jobHandler, type JobKind } from '../../services/jobs/job-handler.ts';
import { addJobOnce } from '../../services/jobs/stored-jobs.ts';

const payload = z.object({ treeId: z.number().int() });

/** The job that folds the searched texts of an old tree, which have lower case but still accents. */
const FOLD_TREE_JOB: JobKind<z.infer<typeof payload>> = {
  name: 'cad.fold',
  payload,
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: false,
  priority: -10,
};

/** Adds a job for each tree in use that is not folded. Returns how many. */
export async function queueTreeFolding(db: Db): Promise<number> {
  const trees = await db
    .select({ treeId: cadTrees.id })
    .from(cadTrees)
    .where(and(eq(cadTrees.isFolded, false), isNotNull(cadTrees.captureId)));
  let asked = 0;
  for (const tree of trees) if (await addJobOnce(db, FOLD_TREE_JOB, tree)) asked++;
  return asked;
}

/** Items of one portion: between two portions an embedded database can do other work. */
const PORTION = 2000;

/**
 * Folds a tree, portion by portion. Until the end the tree is searched as before; items that are already folded are
 * then found only by words without accents. A second run changes nothing.
 */
export function foldTreeHandler({ db }: { db: Db }): JobHandler {
  return jobHandler(FOLD_TREE_JOB, async ({ treeId }, { signal, report }) => {
    const [tree] = await db.select().from(cadTrees).where(eq(cadTrees.id, treeId));
    if (!tree) return;
    const end = tree.firstItem + tree.itemCount;
    for (let first = tree.firstItem; first < end; first += PORTION) {
      signal.throwIfAborted();
      await foldItems(db, first, Math.min(first + PORTION, end) - 1);
      report({ label: 'Preparing the search', done: first - tree.firstItem, total: tree.itemCount, unit: 'items' });
    }
    await db.update(cadTrees).set({ isFolded: true }).where(eq(cadTrees.id, treeId));
  });
}

/** Folds the items of these ids, both included; unchanged ones are not written. */
async function foldItems(db: Db, first: number, last: number): Promise<void> {
  const rows = await db
    .select({ id: cadItems.id, labels: cadItems.labels, details: cadItems.details })
    .from(cadItems)
    .where(and(gte(cadItems.id, first), lte(cadItems.id, last)))
    .orderBy(asc(cadItems.id));
  const changed = rows.flatMap((row) => {
    const folded = { id: row.id, labels: foldText(row.labels), details: foldText(row.details) };
    return folded.labels === row.labels && folded.details === row.details ? [] : [folded];
  });
  if (changed.length === 0) return;
  await db.execute(sql`
    update ${cadItems} set labels = r.labels, details = r.details
    from json_to_recordset(${JSON.stringify(changed)}::text::json) as r(id int, labels text, details text)
    where ${cadItems.id} = r.id`);
}
