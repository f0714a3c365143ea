import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cadTrees } from './cad-trees.ts';

/** Which features have which value of a property, for properties with few different values. */
export const cadFacets = pgTable(
  'cad_facets',
  {
    treeId: integer('tree_id')
      .notNull()
      .references(() => cadTrees.id, { onDelete: 'cascade' }),
    /** The property's place among those of the tree, then the value's: most features first. */
    propertyIndex: integer('property_index').notNull(),
    valueIndex: integer('value_index').notNull(),
    tab: text('tab').notNull(),
    property: text('property').notNull(),
    value: text('value').notNull(),
    featureCount: integer('feature_count').notNull(),
    /** Feature ids as pairs from–to, both included, ascending. */
    ranges: integer('ranges').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.treeId, table.propertyIndex, table.valueIndex] })],
);
