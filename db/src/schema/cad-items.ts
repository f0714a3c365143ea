import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cadTrees } from './cad-trees.ts';

/**
 * The items of object trees. Ids follow the tree in depth-first order (each item, then all items below it, then its
 * next sibling), so that a subtree is the range `id` to `lastId`. Names may be longer than an index allows: exact
 * look-ups use an index of a digest, look-ups by the start of a name an index of its first letters.
 */
export const cadItems = pgTable(
  'cad_items',
  {
    id: integer('id').primaryKey(),
    treeId: integer('tree_id')
      .notNull()
      .references(() => cadTrees.id, { onDelete: 'cascade' }),
    /**
     * There is no foreign key: parents are checked when the tree is read, and a key would cost time for each row of a
     * large tree.
     */
    parentId: integer('parent_id'),
    /** Place among its siblings, from 0. */
    siblingIndex: integer('sibling_index').notNull(),
    /** The last item below it; its own id where there is none. */
    lastId: integer('last_id').notNull(),
    childCount: integer('child_count').notNull(),
    /** The number of items with a feature in this subtree, this item included. */
    objectCount: integer('object_count').notNull(),
    name: text('name').notNull(),
    /** Names from the root, joined by `/`; unique in a tree. */
    path: text('path').notNull(),
    /** Feature id in the layer's tiles; null for groups without geometry of their own. */
    batchId: integer('batch_id'),
    guid: text('guid'),
    tags: json('tags').$type<string[]>().notNull(),
    /** The tags under which external sources know it: ids of sources, and tags. */
    externalTags: json('external_tags').$type<[sourceId: number, tag: string][]>().notNull(),
    /** ECEF centre, and size along the model's own axes, of the item with all below it, metres: x, y, z, x, y, z. */
    box: doublePrecision('box').array(),
    /** Tab → property → value. `json` keeps the order, which `jsonb` does not. */
    metadata: json('metadata').$type<Record<string, Record<string, string>>>().notNull(),
    /** Name, tags and GUID, a line each, for the search; `details` the property values. Folded as the tree says, else in lower case. */
    labels: text('labels').notNull(),
    details: text('details').notNull(),
  },
  (table) => [
    index('cad_items_children_idx').on(table.treeId, table.parentId, table.siblingIndex),
    uniqueIndex('cad_items_path_key').on(table.treeId, sql`md5(${table.path})`),
    index('cad_items_batch_idx').on(table.treeId, table.batchId),
    index('cad_items_start_idx').on(table.treeId, sql`left(${table.labels}, 32) text_pattern_ops`),
    index('cad_items_labels_idx').using('gin', table.labels.op('gin_trgm_ops')),
    /** For groups only: a word in the names of a hundred thousand parts is in the names of few groups. */
    index('cad_items_groups_idx')
      .using('gin', table.labels.op('gin_trgm_ops'))
      .where(sql`${table.childCount} > 0`),
    index('cad_items_details_idx').using('gin', table.details.op('gin_trgm_ops')),
  ],
);
