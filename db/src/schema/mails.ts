import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/** A file that goes with a mail; its content in base64. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly base64: string;
  /** The name by which the HTML shows it inline; without it the file is an attachment. */
  readonly contentId?: string;
}

/**
 * Outgoing mail. A job sends it to the mail server and tries again when that fails. Its content is deleted after the
 * server has accepted it: its links are secrets.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    /** Plain text; null once sent, like `html` and `attachments`. */
    body: text('body'),
    html: text('html'),
    attachments: jsonb('attachments').$type<MailAttachment[]>(),
    sentAt: instant('sent_at'),
    /** The person whose action sends it to others: their mails of an hour are limited. Null for mails to oneself by the product. */
    senderId: integer('sender_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index('mails_sender_idx').on(table.senderId, table.createdAt)],
);
