import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { type User, userDataSchema } from '@overlook/shared/schemas';
import { notFound } from '../../errors.ts';
import { namedMembers } from '../permissions/links.ts';

/** Rows as clients see them, with the names of roles and teams: two queries, however many rows. */
export async function describeUsers(db: Db, rows: readonly (typeof users.$inferSelect)[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [roleLists, teamLists] = await Promise.all([
    namedMembers(db, 'rolesOfUser', ids),
    namedMembers(db, 'teamsOfUser', ids),
  ]);
  return rows.map((row) => ({
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    disabled: row.disabledAt !== null,
    disabledOn: row.disabledAt?.toISOString() ?? null,
    archived: row.archivedAt !== null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    ssoTid: row.ssoTid,
    ssoSub: row.ssoSub,
    roleList: roleLists.get(row.id) ?? [],
    teamList: teamLists.get(row.id) ?? [],
    data: userDataSchema.parse({
      ...row.data,
      lastActive: row.lastActiveAt?.toISOString() ?? null,
      agreedToDisclaimer: row.agreedToDisclaimer,
      security: { enable2FA: row.totpSecret !== null },
    }),
  }));
}

/** A user as clients see it. Throws 404 when there is none, or none any more. */
export async function loadUser(db: Db, userId: number): Promise<User> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  const [user] = await describeUsers(db, rows);
  if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
  return user;
}
