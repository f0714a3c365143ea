import { boolean, doublePrecision, index, integer, jsonb, pgSequence, pgTable } from 'drizzle-orm/pg-core';
import { captures } from './captures.ts';
import { createdAt, id } from './columns.ts';

/** The process that is storing a tree, so that a sweep does not delete it. */
export interface CadTreeOwner {
  pid: number;
  host: string;
  startedAt: number;
  /** Of this start of the process; absent in rows of earlier versions. */
  run?: string;
}

/** A storey of a model. */
export interface CadStorey {
  itemId: number;
  /** A point on its floor, metres. */
  floorEcef: [number, number, number];
}

/** Numbers of CAD items: a tree gets consecutive numbers, one for each item. */
export const cadItemIds = pgSequence('cad_item_ids', { minValue: 1, maxValue: 2_147_483_647 });

/**
 * The object tree of a capture of a project layer. It is stored in portions before it belongs to a capture, so that a tree of a million
 * items blocks no other transaction; until then, and after its capture was removed, `captureId` is null and a sweep may delete it.
 */
export const cadTrees = pgTable(
  'cad_trees',
  {
    id: id(),
    captureId: integer('capture_id').references(() => captures.id, { onDelete: 'cascade' }),
    /** Null once the tree is complete. */
    owner: jsonb('owner').$type<CadTreeOwner>(),
    /** Its items are `firstItem` to `firstItem + itemCount − 1`. */
    firstItem: integer('first_item').notNull(),
    itemCount: integer('item_count').notNull(),
    /**
     * The model's axes, along which the boxes of its items lie: three unit vectors in ECEF, nine numbers. Null for
     * trees of older versions, and where the tree has no boxes.
     */
    axes: doublePrecision('axes').array(),
    /** Whether the searched text of its items has no accents (`foldText`); false for trees of older versions. */
    isFolded: boolean('is_folded').notNull().default(false),
    /** The storeys of its model, in its order. Null for trees of older versions, and for models without any. */
    storeys: jsonb('storeys').$type<CadStorey[]>(),
    createdAt: createdAt(),
  },
  (table) => [index('cad_trees_capture_idx').on(table.captureId)],
);
