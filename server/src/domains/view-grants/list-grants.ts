import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { users, viewGrants } from '@overlook/db/schema';
import { VIEW_GRANTS } from '@overlook/shared/config';
import { canViewSite, isAllowed } from '@overlook/shared/permissions';
import { type ViewGrant, viewGrantSchema } from '@overlook/shared/schemas';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { notFound } from '../../errors/app-error.ts';
import { readableRows } from '../../services/stored-rows.ts';
import type { Granting } from './granting.ts';

/** The grants of a person; for people who may see all users, those of all people. */
const isVisible = ({ caller }: Pick<Granting, 'caller'>): SQL | undefined =>
  isAllowed(caller.permissions, null, ['USERS:VIEW']) ? undefined : eq(viewGrants.madeBy, caller.userId);

/** The grants that `which` names and the caller may see, the last opened first, those never opened last. */
async function describeGrants(ctx: Pick<Granting, 'db' | 'log' | 'caller'>, which?: SQL): Promise<ViewGrant[]> {
  const rows = await ctx.db
    .select({ row: viewGrants, maker: { firstName: users.firstName, lastName: users.lastName } })
    .from(viewGrants)
    .innerJoin(users, eq(users.id, viewGrants.madeBy))
    .where(and(isVisible(ctx), which))
    .orderBy(sql`${viewGrants.lastOpenedAt} desc nulls last`, desc(viewGrants.id))
    .limit(VIEW_GRANTS.listedMost);
  const described = rows
    .filter(({ row }) => canViewSite(ctx.caller.permissions, row.siteId))
    .map(({ row, maker }) => describeGrant(row, maker, ctx.caller.userId));
  return readableRows(ctx.log, 'view grant', viewGrantSchema, described);
}

/**
 * Public links and embeds of the sites that exist for the caller: their own, or with USERS:VIEW those of all people.
 */
export async function listGrants(ctx: Pick<Granting, 'db' | 'log' | 'caller'>): Promise<{ grants: ViewGrant[] }> {
  return { grants: await describeGrants(ctx) };
}

/** One of them. Throws 404 for any other. */
export async function readGrant(ctx: Pick<Granting, 'db' | 'log' | 'caller'>, id: number): Promise<ViewGrant> {
  const [grant] = await describeGrants(ctx, eq(viewGrants.id, id));
  if (!grant) throw notFound(VIEW_GRANTS_MESSAGES['grant.notFound']);
  return grant;
}

type GrantRow = typeof viewGrants.$inferSelect;
type Maker = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>;

/** A row in the shape of `viewGrantSchema`, as the person `readerId` sees it. */
function describeGrant(row: GrantRow, maker: Maker, readerId: number) {
  const { id, kind, name, siteId, permissions, controls, origins, view, openings } = row;
  return {
    id,
    kind,
    name,
    siteId,
    permissions,
    controls,
    origins,
    view,
    hasPassword: row.passwordHash !== null,
    madeBy: `${maker.firstName} ${maker.lastName}`,
    isOwn: row.madeBy === readerId,
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
    openings,
  };
}
