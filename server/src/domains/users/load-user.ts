import { asc, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { roles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import { type User, userDataSchema } from '@overlook/shared/schemas';
import { notFound } from '../../errors.ts';

/** A user as clients see it, with names of roles and teams. Throws 404 when there is none. */
export async function loadUser(db: Db, userId: number): Promise<User> {
  const [[row], roleList, teamList] = await Promise.all([
    db.select().from(users).where(eq(users.id, userId)),
    db
      .select({ id: roles.id, displayName: roles.displayName })
      .from(userRoles)
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(eq(userRoles.userId, userId))
      .orderBy(asc(roles.id)),
    db
      .select({ id: teams.id, displayName: teams.displayName })
      .from(userTeams)
      .innerJoin(teams, eq(teams.id, userTeams.teamId))
      .where(eq(userTeams.userId, userId))
      .orderBy(asc(teams.id)),
  ]);
  if (!row) throw notFound('There is no such user.');
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    disabled: row.disabledAt !== null,
    archived: row.archivedAt !== null,
    ssoTid: row.ssoTid,
    ssoSub: row.ssoSub,
    roleList,
    teamList,
    data: userDataSchema.parse({
      ...row.data,
      lastActive: row.lastActiveAt?.toISOString() ?? null,
      agreedToDisclaimer: row.agreedToDisclaimer,
      security: { enable2FA: row.totpSecret !== null },
    }),
  };
}
