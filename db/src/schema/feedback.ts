import { boolean, index, integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { users } from './users.ts';

/** What a message is about (specification §3). */
export const feedbackType = pgEnum('feedback_type', ['idea', 'issue', 'misc']);

/** Messages left through the feedback form. `screenshot` is a PNG data URL. */
export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    feedbackType: feedbackType('feedback_type').notNull().default('idea'),
    phoneNumber: text('phone_number'),
    callback: boolean('callback').notNull().default(false),
    details: text('details').notNull(),
    screenshot: text('screenshot'),
    createdAt: createdAt(),
  },
  (table) => [index('feedback_user_idx').on(table.userId)],
);
