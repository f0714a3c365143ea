import { isNull } from 'drizzle-orm';
import { index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Bookmark, MocTopic, SavedMeasurements } from '@overlook/shared/schemas';
import { createdAt, versionColumns, id, instant } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** A change's state (specification §4). */
export const mocState = pgEnum('moc_state', ['proposed', 'approved', 'completed']);

/** Parts of the view of a BCF topic that exports give back. */
export interface TopicView {
  /** IFC GUIDs of selected objects. */
  selected: string[];
  /** Section planes: ECEF metres, and an ECEF unit vector to the side that is cut away. */
  planes: { location: [number, number, number]; direction: [number, number, number] }[];
}

/** Management-of-change requests. `description` is sanitised rich text. */
export const mocs = pgTable(
  'mocs',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** GUID of its topic in BCF files: the same in every export, and that of the file for an imported one. */
    guid: uuid('guid').notNull().defaultRandom(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    documentNumber: text('document_number').notNull(),
    state: mocState('state').notNull().default('proposed'),
    bookmark: jsonb('bookmark').$type<Bookmark>(),
    measurements: jsonb('measurements').$type<SavedMeasurements>(),
    /** Of the BCF topic from which it was imported; null for others. */
    topic: jsonb('topic').$type<MocTopic>(),
    topicView: jsonb('topic_view').$type<TopicView>(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
    /** The key of the save that has made this version; null when the client sent none. */
    saveGuid: uuid('save_guid'),
    ...versionColumns(),
  },
  (table) => [
    uniqueIndex('mocs_guid_key').on(table.siteId, table.guid),
    index('mocs_created_by_idx').on(table.createdBy),
    index('mocs_listed_idx').on(table.siteId, table.id).where(isNull(table.archivedAt)),
  ],
);
