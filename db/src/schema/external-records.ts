import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CadItemMetadata } from './cad-items.ts';
import { externalSources } from './external-sources.ts';

/** What an external source answers for a tag. */
export const externalRecords = pgTable(
  'external_records',
  {
    sourceId: integer('source_id')
      .notNull()
      .references(() => externalSources.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    metadata: jsonb('metadata').$type<CadItemMetadata>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.tag] })],
);
