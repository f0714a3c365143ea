import { integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { models } from './models.ts';

/**
 * What an operator has set for an external source of a project layer. It holds over what the tree says of the source of
 * that name, and stays when another tree replaces it.
 */
export const sourceSettings = pgTable(
  'source_settings',
  {
    modelId: integer('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Where it answers for a tag, with `{tag}` in the tag's place. */
    url: text('url').notNull(),
    /** Names of the headers that are sent along. */
    headerNames: json('header_names').$type<string[]>().notNull(),
    /** The headers with their values, encrypted; null where there are none. */
    sealedHeaders: text('sealed_headers'),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.name] })],
);
