import { index, integer, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { VISITOR_CONTROLS, type VisitorControl, type VisitorToken } from '@overlook/shared/permissions';
import { createdAt, id, instant } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** `link`: a page that all people with its address may open. `embed`: a viewer inside pages of the named origins. */
export const viewGrantKind = pgEnum('view_grant_kind', ['link', 'embed']);

/** What people without an account may see of one site, and until when; only the SHA-256 of the secret is stored. */
export const viewGrants = pgTable(
  'view_grants',
  {
    id: id(),
    kind: viewGrantKind('kind').notNull(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** The most that a visitor may do; at each use it is reduced to the permissions that the maker still holds. */
    permissions: text('permissions').array().$type<VisitorToken[]>().notNull(),
    /** Controls of the visitor's page besides the tools that the permissions allow. */
    controls: text('controls')
      .array()
      .$type<VisitorControl[]>()
      .notNull()
      .default([...VISITOR_CONTROLS]),
    /** Origins of the pages that may show it; empty for a link. */
    origins: text('origins').array().notNull().default([]),
    /** The view's address (its query) that is opened; null opens the home view of the site. */
    view: text('view'),
    /** Argon2id; null where no password is asked for. */
    passwordHash: text('password_hash'),
    madeBy: integer('made_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endsAt: instant('ends_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedBy: integer('revoked_by').references(() => users.id, { onDelete: 'set null' }),
    lastOpenedAt: instant('last_opened_at'),
    /** How often it was opened. */
    openings: integer('openings').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('view_grants_token_hash_key').on(table.tokenHash),
    index('view_grants_site_idx').on(table.siteId),
    index('view_grants_made_by_idx').on(table.madeBy),
    index('view_grants_revoked_by_idx').on(table.revokedBy),
  ],
);
