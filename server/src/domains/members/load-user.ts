import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Db, letOthersRun } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { type LastSave, type User, type UserData, userDataSchema } from '@overlook/shared/schemas';
import type { Services, SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { namedMembers } from './memberships.ts';
import { lastSaveOf } from './versions.ts';

/** Rows as clients see them, with the names of roles and teams: two queries, however many rows. */
export async function describeUsers(
  { db, log }: Pick<Services, 'db' | 'log'>,
  rows: readonly (typeof users.$inferSelect)[],
): Promise<User[]> {
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
    data: {
      ...chosenData(log, row),
      lastActive: row.lastActiveAt?.toISOString() ?? null,
      agreedToDisclaimer: row.agreedToDisclaimer,
      security: { enable2FA: row.totpSecret !== null },
    },
  }));
}

const UNCHOSEN = userDataSchema.parse({});

/** The preferences of a user; each part that cannot be read has the value of a new user. */
function chosenData(
  log: Services['log'],
  { id, data }: typeof users.$inferSelect,
): Pick<UserData, 'recipients' | 'subscriptions'> {
  const stored: Partial<Record<string, unknown>> = { ...data };
  const read = <Key extends 'recipients' | 'subscriptions'>(key: Key): UserData[Key] =>
    readableValue(
      log,
      `user ${id}, data.${key}`,
      userDataSchema.shape[key],
      stored[key],
      UNCHOSEN[key],
    ) as UserData[Key];
  return { recipients: read('recipients'), subscriptions: read('subscriptions') };
}

/** A user as clients see it. Throws 404 when there is none or it has been deleted. */
export async function loadUser(ctx: Pick<Services, 'db' | 'log'>, userId: number): Promise<User> {
  const rows = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  const [user] = await describeUsers(ctx, rows);
  if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
  return user;
}

/** Who has saved a user last, and when. Throws 404 as `loadUser` does. */
export async function lastSaveOfUser(db: Db, userId: number): Promise<LastSave> {
  const [row] = await db
    .select({ version: users.version, updatedAt: users.updatedAt, updatedBy: users.updatedBy })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!row) throw notFound(ADMIN_MESSAGES['user.unknown']);
  return lastSaveOf(db, row);
}

/** Users that are read at once; other requests run in between. */
const USERS_AT_ONCE = 500;

/** All users, archived ones included: the whole list of specification §7. */
export async function listUsers(ctx: SignedInContext): Promise<{ users: User[] }> {
  const listed: User[] = [];
  for (let after = 0; ;) {
    const isNext = and(isNull(users.deletedAt), gt(users.id, after));
    const rows = await ctx.db.select().from(users).where(isNext).orderBy(asc(users.id)).limit(USERS_AT_ONCE);
    for (const user of await describeUsers(ctx, rows)) listed.push(user);
    if (rows.length < USERS_AT_ONCE) return { users: listed };
    after = rows.at(-1)!.id;
    await letOthersRun();
  }
}
