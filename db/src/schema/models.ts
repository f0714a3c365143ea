import { integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SitePlan } from '@overlook/shared/schemas';
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
    /** URL of the `tileset.json` or `models.json`. */
    filepath: text('filepath').notNull(),
    /** Picture of the layer from above, below the layer's own folder. */
    plan: jsonb('plan').$type<SitePlan>(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('models_group_type_key').on(table.modelgroupId, table.modeltypeId)],
);
