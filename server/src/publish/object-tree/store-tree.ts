import { and, between, eq, isNull, sql } from 'drizzle-orm';
import { batches, type Db } from '@overlook/db';
import { cadFacets, cadItems, type CadStorey, cadTrees, externalSources } from '@overlook/db/schema';
import { type Mat4, normalize, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { inFile } from '../../errors/import-refused.ts';
import { isWriterActive, thisOwner } from '../../storage/version-folders.ts';
import { type CheckedTree, assertUnchanged } from './check-tree.ts';
import { FacetCollector } from './facet-collector.ts';
import { type ItemRow, ItemRows } from './item-row.ts';
import { AdditionalItemData } from './additional-item-data.ts';
import type { PropertyReport } from './property-file.ts';
import { readTreeItems, TREE_FILE } from './tree-format.ts';

/** Rows are sent in portions of about this many characters, so that other queries run in between. */
const PORTION_LENGTH = 1024 * 1024;
/** Items deleted in one statement. */
const DELETED_AT_ONCE = 20_000;
/** Storeys of a tree that are kept at most. */
const STOREYS_MOST = 1000;
/** Key of the advisory lock for assigning item numbers; any number that is not used elsewhere. */
const NUMBERING_LOCK = 7_305_622;

/** A tree whose rows are stored, but which has no capture yet. */
export interface StoredTree {
  id: number;
  facts: TreeFacts;
}

/** Counts of a stored tree. */
export interface TreeFacts {
  items: number;
  /** Items with a feature. */
  objects: number;
  levels: number;
  properties: PropertyReport | null;
}

export interface StoreTreeOptions {
  signal?: AbortSignal | undefined;
  onItems?: ((done: number, total: number) => void) | undefined;
}

/** Writes a checked tree to the database, visible to no user. On failure or abort everything written is removed again. */
export async function storeTree(db: Db, tree: CheckedTree, options: StoreTreeOptions): Promise<StoredTree> {
  const { id, firstItem } = await beginTree(db, tree);
  try {
    await assertUnchanged(tree);
    const sourceIds = await storeSources(db, id, tree);
    const facets = new FacetCollector(tree.shape);
    const storeys: CadStorey[] = [];
    await storeItems(db, id, tree, new ItemRows(tree, firstItem, sourceIds), { facets, storeys }, options);
    if (storeys.length > 0) await db.update(cadTrees).set({ storeys }).where(eq(cadTrees.id, id));
    await assertUnchanged(tree);
    const rows = facets.finish().map((facet) => ({ treeId: id, ...facet }));
    for (const portion of batches(rows)) await db.insert(cadFacets).values(portion);
    await settleIndexes(db);
    options.signal?.throwIfAborted();
  } catch (error) {
    await removeTree(db, id);
    throw error;
  }
  const { count: items, feature, levels } = tree.shape;
  const objects = feature.reduce((sum, one) => sum + Number(one >= 0), 0);
  return { id, facts: { items, objects, levels, properties: tree.more?.report ?? null } };
}

/** Reserves consecutive numbers, one for each item. */
async function beginTree(db: Db, { shape, toEcef }: CheckedTree): Promise<{ id: number; firstItem: number }> {
  const itemCount = shape.count;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${NUMBERING_LOCK})`);
    const firstItem = sql`setval('cad_item_ids', nextval('cad_item_ids') + ${itemCount - 1}::int) - ${itemCount - 1}::int`;
    const [row] = await tx
      .insert(cadTrees)
      .values({ firstItem, itemCount, owner: thisOwner(), axes: axesOf(toEcef), isFolded: true })
      .returning({ id: cadTrees.id, firstItem: cadTrees.firstItem });
    return row!;
  });
}

/** The axes of a model as unit vectors in ECEF, one after another; null where it has no frame of its own. */
function axesOf(toEcef: Mat4): number[] | null {
  if (toEcef.length === 0) return null;
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return axes.flatMap((axis) => normalize(transformDirection(toEcef, axis)));
}

async function storeSources(db: Db, treeId: number, { head }: CheckedTree): Promise<Map<string, number>> {
  if (head.sources.length === 0) return new Map();
  const rows = await db
    .insert(externalSources)
    .values(head.sources.map((source) => ({ treeId, ...source })))
    .returning();
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function storeItems(
  db: Db,
  treeId: number,
  tree: CheckedTree,
  rows: ItemRows,
  { facets, storeys }: { facets: FacetCollector; storeys: CadStorey[] },
  { signal, onItems }: StoreTreeOptions,
): Promise<void> {
  let [portion, size, i]: [string[], number, number] = [[], 0, 0];
  const send = async () => {
    signal?.throwIfAborted();
    await insertRows(db, treeId, `[${portion.join(',')}]`);
    onItems?.(i, tree.shape.count);
    [portion, size] = [[], 0];
  };
  const more = tree.more && new AdditionalItemData(tree.more.file);
  await inFile(TREE_FILE, async () => {
    for await (const { item } of readTreeItems(tree.file)) {
      if (i >= tree.shape.count) await assertUnchanged(tree);
      const row = rows.row(i, item, (await more?.of(i)) ?? null);
      facets.add(i, row.metadata);
      if (item.floor && storeys.length < STOREYS_MOST)
        storeys.push({ itemId: row.id, floorEcef: transformPoint(tree.toEcef, item.floor) });
      const text = JSON.stringify(row);
      portion.push(text);
      size += text.length;
      i++;
      if (size >= PORTION_LENGTH) await send();
    }
    if (portion.length > 0) await send();
  }).finally(() => more?.close());
}

const COLUMNS: Record<keyof ItemRow, string> = {
  id: 'int',
  parent_id: 'int',
  sibling_index: 'int',
  last_id: 'int',
  child_count: 'int',
  object_count: 'int',
  name: 'text',
  path: 'text',
  batch_id: 'int',
  guid: 'text',
  tags: 'json',
  external_tags: 'json',
  box: 'double precision[]',
  metadata: 'json',
  labels: 'text',
  details: 'text',
};

/** As one parameter: many rows of many columns have more parameters than a statement allows. */
async function insertRows(db: Db, treeId: number, json: string): Promise<void> {
  const names = Object.keys(COLUMNS).join(', ');
  const typed = Object.entries(COLUMNS)
    .map((column) => column.join(' '))
    .join(', ');
  await db.execute(
    sql`insert into ${cadItems} (tree_id, ${sql.raw(names)}) select ${treeId}::int, ${sql.raw(names)} from json_to_recordset(${json}::text::json) as r(${sql.raw(typed)})`,
  );
}

/** PostgreSQL does this automatically after some time, the embedded database never does. */
async function settleIndexes(db: Db): Promise<void> {
  for (const name of ['cad_items_labels_idx', 'cad_items_groups_idx', 'cad_items_details_idx'])
    await db.execute(sql`select gin_clean_pending_list(${name}::regclass)`);
  await db.execute(sql`analyze ${cadItems}`);
}

/** Assigns a stored tree, or none, to a capture; its former tree is then without one. */
export async function assignTree(tx: Db, captureId: number, treeId: number | null): Promise<void> {
  await tx.update(cadTrees).set({ captureId: null }).where(eq(cadTrees.captureId, captureId));
  if (treeId !== null) await tx.update(cadTrees).set({ captureId, owner: null }).where(eq(cadTrees.id, treeId));
}

/** Deletes a tree without a capture; a tree with a capture is kept. */
export async function removeTree(db: Db, id: number): Promise<void> {
  const [tree] = await db
    .select()
    .from(cadTrees)
    .where(and(eq(cadTrees.id, id), isNull(cadTrees.captureId)));
  if (!tree) return;
  const end = tree.firstItem + tree.itemCount;
  for (let from = tree.firstItem; from < end; from += DELETED_AT_ONCE) {
    const to = Math.min(end, from + DELETED_AT_ONCE) - 1;
    await db.delete(cadItems).where(and(eq(cadItems.treeId, id), between(cadItems.id, from, to)));
  }
  await db.delete(cadTrees).where(eq(cadTrees.id, id));
}

/** Deletes the trees without a capture, except those that a living process is storing. */
export async function sweepTrees(db: Db): Promise<void> {
  const rows = await db.select().from(cadTrees).where(isNull(cadTrees.captureId));
  for (const { id, owner } of rows) if (!owner || !isWriterActive(owner)) await removeTree(db, id);
}
