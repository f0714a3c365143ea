import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cadTrees } from './cad-trees.ts';
import { id } from './columns.ts';

/** External systems with metadata about tagged objects; they are added and removed with the tree that names them. */
export const externalSources = pgTable(
  'external_sources',
  {
    id: id(),
    treeId: integer('tree_id')
      .notNull()
      .references(() => cadTrees.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Its address for a tag, with `{tag}` in place of the tag. */
    url: text('url').notNull(),
  },
  (table) => [uniqueIndex('external_sources_name_key').on(table.treeId, table.name)],
);
