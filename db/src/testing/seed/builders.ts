import { GLOBAL_SITE_ID } from '@overlook/shared/permissions';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Db } from '../../db.ts';
import {
  captures,
  modelGroups,
  models,
  rolePermissions,
  roles,
  sites,
  teamRoles,
  teams,
  userRoles,
  users,
  userTeams,
} from '../../schema/index.ts';

/** Makes rows whose unstated columns are plausible and never collide; the caller states the values that matter. */

type Row<T extends { $inferInsert: object; $inferSelect: object }> = T['$inferSelect'];
let lastNumber = 0;
const nextNumber = () => ++lastNumber;

async function one<T>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}

/** A user who has accepted the disclaimer and may sign in once a password hash is given, with their own roles and teams. */
export async function aUser(
  db: Db,
  {
    roleIds = [],
    teamIds = [],
    ...columns
  }: Partial<typeof users.$inferInsert> & { roleIds?: number[]; teamIds?: number[] } = {},
): Promise<Row<typeof users>> {
  const n = nextNumber();
  const user = await one(
    db
      .insert(users)
      .values({
        firstName: 'Robin',
        lastName: `Person ${n}`,
        email: `person${n}@overlook.example`,
        agreedToDisclaimer: true,
        ...columns,
      })
      .returning(),
  );
  if (roleIds.length) await db.insert(userRoles).values(roleIds.map((roleId) => ({ userId: user.id, roleId })));
  if (teamIds.length) await db.insert(userTeams).values(teamIds.map((teamId) => ({ userId: user.id, teamId })));
  return user;
}

/** A site with a place on the ground. */
export async function aSite(db: Db, columns: Partial<typeof sites.$inferInsert> = {}): Promise<Row<typeof sites>> {
  const n = nextNumber();
  return one(
    db
      .insert(sites)
      .values({
        name: `Site ${n}`,
        slug: `site-${n}`,
        data: {
          avatar: null,
          minimapMaxNativeZoom: null,
          meta: { homeBookmark: null, origin: { longitude: 138.5, latitude: -35, height: 30 } },
        },
        ...columns,
      })
      .returning(),
  );
}

type CaptureColumns = typeof captures.$inferInsert;

/** A published capture of a layer, taken on the day of its publication unless another day is given. */
export async function aCapture(
  db: Db,
  columns: Pick<CaptureColumns, 'siteId' | 'modeltypeId' | 'filepath'> & Partial<CaptureColumns>,
): Promise<Row<typeof captures>> {
  const publishedAt = new Date();
  const takenOn = publishedAt.toISOString().slice(0, 10);
  return one(
    db
      .insert(captures)
      .values({ takenOn, precision: 'published', publishedAt, ...columns })
      .returning(),
  );
}

/** A layer of a site with one capture; makes the site's model group when there is none. */
export async function aModel(
  db: Db,
  columns: Pick<CaptureColumns, 'siteId' | 'modeltypeId' | 'filepath'>,
): Promise<Row<typeof models>> {
  const { siteId, modeltypeId } = columns;
  const group = await one(
    db
      .insert(modelGroups)
      .values({ siteId })
      .onConflictDoUpdate({ target: modelGroups.siteId, set: { siteId } })
      .returning(),
  );
  const { id: captureId } = await aCapture(db, columns);
  return one(db.insert(models).values({ modelgroupId: group.id, modeltypeId, captureId }).returning());
}

/** The entries of a role: site id (0 = global) → token → Allow or Deny. */
export type Entries = Record<number, Partial<Record<PermissionToken, boolean>>>;

/** A role with its explicit entries; `allowed` is short for Allow at global scope. */
export async function aRole(
  db: Db,
  {
    entries = {},
    allowed = [],
    ...columns
  }: Partial<typeof roles.$inferInsert> & { entries?: Entries; allowed?: readonly PermissionToken[] } = {},
): Promise<Row<typeof roles>> {
  const role = await one(
    db
      .insert(roles)
      .values({ displayName: `Role ${nextNumber()}`, ...columns })
      .returning(),
  );
  const rows = [
    ...allowed.map((token) => ({ roleId: role.id, siteId: GLOBAL_SITE_ID, token: token as string, allowed: true })),
    ...Object.entries(entries).flatMap(([siteId, byToken]) =>
      Object.entries(byToken).map(([token, isAllowed]) => ({
        roleId: role.id,
        siteId: Number(siteId),
        token,
        allowed: isAllowed,
      })),
    ),
  ];
  if (rows.length) await db.insert(rolePermissions).values(rows);
  return role;
}

/** A team that holds roles. */
export async function aTeam(
  db: Db,
  { roleIds = [], ...columns }: Partial<typeof teams.$inferInsert> & { roleIds?: number[] } = {},
): Promise<Row<typeof teams>> {
  const team = await one(
    db
      .insert(teams)
      .values({ displayName: `Team ${nextNumber()}`, ...columns })
      .returning(),
  );
  if (roleIds.length) await db.insert(teamRoles).values(roleIds.map((roleId) => ({ teamId: team.id, roleId })));
  return team;
}
