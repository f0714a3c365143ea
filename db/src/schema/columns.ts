import { integer, timestamp } from 'drizzle-orm/pg-core';

/** A generated integer key. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** An instant with time zone, read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The instant a row came to be. */
export const createdAt = () => instant('created_at').notNull().defaultNow();
