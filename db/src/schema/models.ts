import { index, integer, jsonb, pgTable, smallint, uniqueIndex } from 'drizzle-orm/pg-core';
import type { KeepRule } from '@overlook/shared/schemas';
import { captures } from './captures.ts';
import { createdAt, id } from './columns.ts';
import { modelGroups } from './model-groups.ts';

/** One layer of a site: at most one of each model type in a group. */
export const models = pgTable(
  'models',
  {
    id: id(),
    modelgroupId: integer('modelgroup_id')
      .notNull()
      .references(() => modelGroups.id, { onDelete: 'cascade' }),
    modeltypeId: smallint('modeltype_id').$type<1 | 2 | 3 | 4>().notNull(),
    /** The newest published capture of the layer. */
    captureId: integer('capture_id')
      .notNull()
      .references(() => captures.id),
    /** Which captures a publication may remove; null keeps all. */
    keep: jsonb('keep').$type<KeepRule>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('models_group_type_key').on(table.modelgroupId, table.modeltypeId),
    index('models_capture_idx').on(table.captureId),
  ],
);
