import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cadTrees } from './cad-trees.ts';
import { id } from './columns.ts';

/** Systems outside that hold metadata about tagged objects; they come and go with the tree that names them. */
export const externalSources = pgTable(
  'external_sources',
  {
    id: id(),
    treeId: integer('tree_id')
      .notNull()
      .references(() => cadTrees.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Where it answers for a tag, with `{tag}` in the tag's place. */
    url: text('url').notNull(),
  },
  (table) => [uniqueIndex('external_sources_name_key').on(table.treeId, table.name)],
);
