import { integer, timestamp } from 'drizzle-orm/pg-core';

/** A generated integer key. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** An instant with time zone, read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** When the row was created. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/**
 * How often a row that people edit has changed, when last and by whom (a user's id; no foreign key, for the row of a
 * deleted user stays). A save that names an older version is refused with these two.
 */
export const versionColumns = () => ({
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  updatedBy: integer('updated_by'),
});
