import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, users, viewGrants } from '@overlook/db/schema';
import { originRefusedText, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { VISITOR_TOKENS, type PermissionMap, type VisitorToken, isAllowedAtSite } from '@overlook/shared/permissions';
import type { Env } from '../env.ts';
import { AppError, notFound } from '../errors/app-error.ts';

/** A stored grant with the facts that decide whether it still opens. */
export interface StoredGrant {
  readonly grant: typeof viewGrants.$inferSelect;
  readonly siteSlug: string;
  readonly formerSiteSlugs: readonly string[];
  /** Whether its maker may still sign in. */
  readonly isMakerActive: boolean;
}

/** The grant that `by` names; null when there is none. */
export async function findGrant(
  db: Db,
  by: { readonly id: number } | { readonly tokenHash: string },
): Promise<StoredGrant | null> {
  const [row] = await db
    .select({
      grant: viewGrants,
      siteSlug: sites.slug,
      formerSiteSlugs: sites.formerSlugs,
      disabledAt: users.disabledAt,
      archivedAt: users.archivedAt,
    })
    .from(viewGrants)
    .innerJoin(sites, eq(sites.id, viewGrants.siteId))
    .innerJoin(users, eq(users.id, viewGrants.madeBy))
    .where('id' in by ? eq(viewGrants.id, by.id) : eq(viewGrants.tokenHash, by.tokenHash));
  if (!row) return null;
  const { disabledAt, archivedAt, ...stored } = row;
  return { ...stored, isMakerActive: disabledAt === null && archivedAt === null };
}

/** Throws 404 for a grant that was revoked or has ended; the message does not reveal the site. */
export function assertOpen(stored: StoredGrant | null, now: Date): asserts stored is StoredGrant {
  if (!stored) throw notFound(VIEW_GRANTS_MESSAGES['grant.unknown']);
  if (stored.grant.revokedAt !== null || !stored.isMakerActive)
    throw new AppError('ARCHIVED', VIEW_GRANTS_MESSAGES['grant.withdrawn']);
  if (now >= stored.grant.endsAt) throw new AppError('ARCHIVED', VIEW_GRANTS_MESSAGES['grant.ended']);
}

/**
 * Throws 403 for a page of an origin that may not show it. `origin` is null for the instance's own pages and for
 * clients that are not browsers. An embed is shown where its own origins and `EMBED_ORIGINS` agree, a link on the
 * instance's own pages only.
 */
export function assertOrigin(stored: StoredGrant, origin: string | null, env: Pick<Env, 'embedOrigins'>): void {
  if (origin === null) return;
  if (effectiveOrigins(stored, env).includes(origin)) return;
  throw new AppError('FOREIGN_ORIGIN', originRefusedText(origin));
}

/** The origins of pages that may show an embed now: those that both it and `EMBED_ORIGINS` name. Empty for a link. */
export const effectiveOrigins = ({ grant }: StoredGrant, env: Pick<Env, 'embedOrigins'>): string[] =>
  grant.origins.filter((origin) => env.embedOrigins.includes(origin));

/**
 * The current permissions of its visitors: never more than its maker holds at the site. Throws 404 where no layer
 * remains visible.
 */
export function visitorPermissions({ grant }: StoredGrant, maker: PermissionMap): VisitorToken[] {
  const isLeft = (token: VisitorToken) =>
    grant.permissions.includes(token) && isAllowedAtSite(maker, grant.siteId, token);
  const left = VISITOR_TOKENS.filter(isLeft);
  if (!left.some((token) => token.startsWith('VIEW:') && token !== 'VIEW:ADJUSTQUALITY'))
    throw new AppError('ARCHIVED', VIEW_GRANTS_MESSAGES['grant.withdrawn']);
  return left;
}
