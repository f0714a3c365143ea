import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { sites } from './sites.ts';

/** Where an object stands: ECEF centre and size in metres. */
export interface CadItemPosition {
  center: { x: number; y: number; z: number };
  dimensions: { x: number; y: number; z: number };
}

/** Property tabs: tab name → property → value. */
export type CadItemMetadata = Record<string, Record<string, string>>;

/** The object tree of a project layer. `path` is the names from the root, joined by `/`, unique in a site. */
export const cadItems = pgTable(
  'cad_items',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    parentId: integer('parent_id').references((): AnyPgColumn => cadItems.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    path: text('path').notNull(),
    /** Feature id in the tiles; null for groups. */
    batchId: integer('batch_id'),
    hasChildren: boolean('has_children').notNull().default(false),
    position: jsonb('position').$type<CadItemPosition>(),
    metadata: jsonb('metadata').$type<CadItemMetadata>().notNull().default({}),
  },
  (table) => [
    index('cad_items_children_idx').on(table.siteId, table.parentId, table.name),
    uniqueIndex('cad_items_path_key').on(table.siteId, table.path.op('text_pattern_ops')),
    index('cad_items_batch_idx').on(table.siteId, table.batchId),
  ],
);
