import { findSiteByName } from '../services/site-names.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, users, viewGrants } from '@overlook/db/schema';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import {
  isAllowed,
  isAllowedAtSite,
  type PermissionMap,
  SITE_VIEW_TOKENS,
  VISITOR_TOKENS,
  type VisitorToken,
} from '@overlook/shared/permissions';
import { createViewGrantInputSchema, emailSchema, idInputSchema, slugSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { createAccess } from '../sessions/access.ts';
import type { Passwords } from '../services/password-hashes.ts';
import { withdrawGrant } from '../domains/view-grants/change-grant.ts';
import { createGrant } from '../domains/view-grants/create-grant.ts';
import type { Env } from '../env.ts';
import { forbidden, notFound } from '../errors/app-error.ts';
import { checkedInput } from '../publish/import-request.ts';
import { systemClock } from '../services/clock.ts';

export interface ShareStores {
  db: Db;
  passwords: Passwords;
  env: Pick<Env, 'embedOrigins' | 'publicUrl'>;
}

/** The text that the audit has in place of a client's address. */
const ADDRESS = 'command line';

/**
 * With `permissions` null the default applies: all layers that the maker sees except the Project Layer, and all tools.
 */
export const addShareSchema = z.strictObject({
  /** E-mail of the user who owns the link; the link shows at most what this user may see. */
  as: emailSchema,
  slug: slugSchema,
  layers: z.array(z.enum(SITE_VIEW_TOKENS)).nullable(),
  grant: z.looseObject({}),
});

export const shareIdSchema = z.object({ id: idInputSchema });

/** A public link or an embed, as the operator lists it. */
export interface ListedShare {
  id: number;
  kind: 'link' | 'embed';
  name: string;
  site: string;
  /** E-mail of its maker. */
  madeBy: string;
  origins: string[];
  endsAt: string;
  revokedAt: string | null;
  lastOpenedAt: string | null;
  openings: number;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** All public links and embeds, the newest first. */
export async function listShares(db: Db): Promise<ListedShare[]> {
  const rows = await db
    .select({ grant: viewGrants, site: sites.slug, madeBy: users.email })
    .from(viewGrants)
    .innerJoin(sites, eq(sites.id, viewGrants.siteId))
    .innerJoin(users, eq(users.id, viewGrants.madeBy))
    .orderBy(viewGrants.id);
  return rows.reverse().map(({ grant: { id, kind, name, origins, openings, ...grant }, site, madeBy }) => ({
    id,
    kind,
    name,
    site,
    madeBy,
    origins,
    endsAt: grant.endsAt.toISOString(),
    revokedAt: iso(grant.revokedAt),
    lastOpenedAt: iso(grant.lastOpenedAt),
    openings,
  }));
}

/**
 * Makes a public link or an embed in the name of a user, who must be allowed to make it. Throws `AppError` where they
 * are not, and for a site or a user that does not exist.
 */
export async function addShare({ db, passwords, env }: ShareStores, input: z.infer<typeof addShareSchema>) {
  const userId = await findActiveUser(db, input.as);
  const site = await findSiteByName(db, input.slug);
  if (!site) throw notFound(`There is no site “${input.slug}”.`);
  const permissions = await createAccess(db, systemClock).permissions(userId);
  if (!isAllowed(permissions, null, ['USERS:CREATE'])) throw forbidden(VIEW_GRANTS_MESSAGES['grant.notAllowed']);
  const wanted = { ...input.grant, siteId: site.id, permissions: grantedOf(permissions, site.id, input.layers) };
  const caller = { userId, permissions };
  // The server reports a row that cannot be read, so nothing is logged here.
  const log = { warn: () => undefined } as never;
  const context = { db, log, clock: systemClock, passwords, address: ADDRESS, caller, env };
  return createGrant(context, checkedInput(createViewGrantInputSchema, wanted));
}

function grantedOf(held: PermissionMap, siteId: number, layers: readonly VisitorToken[] | null): VisitorToken[] {
  const isLayer = (token: VisitorToken) => SITE_VIEW_TOKENS.some((layer) => layer === token);
  const usual = VISITOR_TOKENS.filter((token) => token !== 'VIEW:CAD' && isAllowedAtSite(held, siteId, token));
  return [...(layers ?? usual.filter(isLayer)), ...usual.filter((token) => !isLayer(token))];
}

async function findActiveUser(db: Db, email: string): Promise<number> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt), isNull(users.archivedAt), isNull(users.deletedAt)));
  if (!user) throw notFound(`There is no active user ${email}.`);
  return user.id;
}

/** Revokes one of them. Throws 404 where there is none. */
export async function revokeShare(db: Db, { id }: { id: number }): Promise<ListedShare> {
  const find = async () => (await listShares(db)).find((share) => share.id === id);
  const found = await find();
  if (!found) throw notFound(VIEW_GRANTS_MESSAGES['grant.notFound']);
  await withdrawGrant({ db, clock: systemClock, address: ADDRESS, caller: null }, found);
  return (await find())!;
}
