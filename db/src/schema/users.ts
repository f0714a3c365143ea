import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { UserData } from '@overlook/shared/schemas';
import { createdAt, versionColumns, id, instant } from './columns.ts';

/** People who may sign in. `email` is stored in lower case. */
export const users = pgTable(
  'users',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** Argon2id in PHC form; null for people who sign in by single sign-on only. */
    passwordHash: text('password_hash'),
    disabledAt: instant('disabled_at'),
    archivedAt: instant('archived_at'),
    /**
     * Set when the account was deleted: it is disabled and archived too, its address is free again and it holds nothing.
     * The row remains because Places, MOCs and audit entries show its name.
     */
    deletedAt: instant('deleted_at'),
    ssoTid: text('sso_tid'),
    ssoSub: text('sso_sub'),
    /** TOTP secret, encrypted at rest; null while the second factor is off. */
    totpSecret: text('totp_secret'),
    /** A new secret, also encrypted, for which no code has been entered yet. */
    totpPendingSecret: text('totp_pending_secret'),
    /** Last accepted TOTP step (RFC 6238), refused if it comes again. */
    totpLastStep: integer('totp_last_step'),
    agreedToDisclaimer: boolean('agreed_to_disclaimer').notNull().default(false),
    lastActiveAt: instant('last_active_at'),
    /** Saved e-mail recipients and notification flags. */
    data: jsonb('data').$type<Partial<Pick<UserData, 'recipients' | 'subscriptions'>>>().notNull().default({}),
    createdAt: createdAt(),
    ...versionColumns(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_sso_key')
      .on(table.ssoTid, table.ssoSub)
      .where(sql`${table.ssoSub} is not null`),
  ],
);
