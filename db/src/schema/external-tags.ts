import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cadItems } from './cad-items.ts';
import { externalSources } from './external-sources.ts';

/** Under which tag an object is known to an external source. */
export const externalTags = pgTable(
  'external_tags',
  {
    cadItemId: integer('cad_item_id')
      .notNull()
      .references(() => cadItems.id, { onDelete: 'cascade' }),
    sourceId: integer('source_id')
      .notNull()
      .references(() => externalSources.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cadItemId, table.sourceId, table.tag] }),
    index('external_tags_tag_idx').on(table.sourceId, table.tag),
  ],
);
