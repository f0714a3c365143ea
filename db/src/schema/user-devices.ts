import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/**
 * Browsers and clients a person has signed in from, so that the person can be informed of a new one. A browser keeps a
 * token in a cookie of its own, and its SHA-256 is stored; clients without cookies are recognised by name and address.
 */
export const userDevices = pgTable(
  'user_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('user_devices_place_idx').on(table.userId, table.device, table.address),
  ],
);
