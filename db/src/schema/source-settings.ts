import { integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { models } from './models.ts';

/**
 * What an operator has set for an external source of a project layer. It has priority over what the tree says about the
 * source of that name, and remains when another tree replaces that one.
 */
export const sourceSettings = pgTable(
  'source_settings',
  {
    modelId: integer('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Its address for a tag, with `{tag}` in place of the tag. */
    url: text('url').notNull(),
    /** Names of the headers that are sent along. */
    headerNames: json('header_names').$type<string[]>().notNull(),
    /** The headers with their values, encrypted; null where there are none. */
    sealedHeaders: text('sealed_headers'),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.name] })],
);
