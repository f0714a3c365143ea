import { inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { rolePermissions, roles, sites, userRoles, users } from '@overlook/db/schema';
import { GLOBAL_SITE_ID, PERMISSION_TOKENS, type PermissionToken } from '@overlook/shared/permissions';
import type { Passwords } from '../services/password-hashes.ts';

/** The accounts of the demo; they exist in demo mode only. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@overlook.example', password: 'overlook-admin', firstName: 'Alex', lastName: 'Admin', role: 'admin' },
  {
    email: 'member@overlook.example',
    password: 'overlook-member',
    firstName: 'Morgan',
    lastName: 'Member',
    role: 'member',
  },
  { email: 'guest@overlook.example', password: 'overlook-guest', firstName: 'Gray', lastName: 'Guest', role: 'guest' },
] as const;

/** What only administrators do although it may be given for one site. */
const ADMINISTERING: readonly PermissionToken[] = ['MOC:DELETE', 'SITES:MANAGE'];

const MEMBER_TOKENS = PERMISSION_TOKENS.filter(
  ({ siteSpecific, token }) => siteSpecific && !ADMINISTERING.includes(token),
).map((row) => row.token);

interface RoleDescription {
  readonly displayName: string;
  readonly description: string;
  readonly tokens: readonly PermissionToken[];
  /** Where the tokens are allowed. */
  readonly scope: 'everywhere' | 'demo sites' | 'first demo site';
}

const ROLES: Record<(typeof DEMO_ACCOUNTS)[number]['role'], RoleDescription> = {
  admin: {
    displayName: 'Demo administrators',
    description: 'Everything, everywhere.',
    tokens: PERMISSION_TOKENS.map((row) => row.token),
    scope: 'everywhere',
  },
  member: {
    displayName: 'Demo members',
    description: 'View and tools on the demo sites.',
    tokens: MEMBER_TOKENS,
    scope: 'demo sites',
  },
  guest: {
    displayName: 'Demo guests',
    description: 'The textured model of the first demo site.',
    tokens: ['VIEW:TEXTURED'],
    scope: 'first demo site',
  },
};

function scopeIds(scope: RoleDescription['scope'], demoSiteIds: readonly number[]): readonly number[] {
  if (scope === 'everywhere') return [GLOBAL_SITE_ID];
  return scope === 'demo sites' ? demoSiteIds : demoSiteIds.slice(0, 1);
}

/**
 * Makes the demo's roles and accounts in one transaction, in which `also` runs too. An existing account with one of
 * these addresses is kept. `slugs` are the demo sites, the first one first.
 */
export async function makeDemoAccounts(
  { db, passwords }: { db: Db; passwords: Passwords },
  slugs: readonly string[],
  also: (tx: Db) => Promise<void>,
): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(({ password }) => passwords.hash(password)));
  await db.transaction(async (tx) => {
    const rows = slugs.length
      ? await tx
          .select({ id: sites.id, slug: sites.slug })
          .from(sites)
          .where(inArray(sites.slug, [...slugs]))
      : [];
    const siteIds = slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map((row) => row.id));
    for (const [index, { role, password: _, ...person }] of DEMO_ACCOUNTS.entries()) {
      const { tokens, scope, ...columns } = ROLES[role];
      const [made] = await tx
        .insert(users)
        .values({ ...person, passwordHash: hashes[index]! })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (!made) continue;
      const [madeRole] = await tx.insert(roles).values(columns).returning({ id: roles.id });
      const roleId = madeRole!.id;
      await tx.insert(userRoles).values({ userId: made.id, roleId });
      const entries = scopeIds(scope, siteIds).flatMap((siteId) =>
        tokens.map((token) => ({ roleId, siteId, token, allowed: true })),
      );
      if (entries.length) await tx.insert(rolePermissions).values(entries);
    }
    await also(tx);
  });
}
