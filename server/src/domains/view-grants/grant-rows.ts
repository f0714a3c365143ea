import type { users, viewGrants } from '@overlook/db/schema';

type GrantRow = typeof viewGrants.$inferSelect;
type Maker = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>;

/** A row in the shape of `viewGrantSchema`, as the person `readerId` sees it. */
export function describeGrant(row: GrantRow, maker: Maker, readerId: number) {
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
