import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, smallint } from 'drizzle-orm/pg-core';

/** The organisation's own settings: one row, id 1. */
export const organisationSettings = pgTable(
  'organisation_settings',
  {
    id: smallint('id').primaryKey().default(1),
    enable2FA: boolean('enable_2fa').notNull().default(false),
    enableSSO: boolean('enable_sso').notNull().default(false),
    /** Whether unknown people who arrive by single sign-on get an account. */
    createUsersBySSO: boolean('create_users_by_sso').notNull().default(false),
    /** Days after which audit entries are removed; null keeps them for ever. */
    auditRetentionDays: integer('audit_retention_days'),
  },
  (table) => [check('organisation_settings_one_row', sql`${table.id} = 1`)],
);
