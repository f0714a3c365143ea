/** Fills an empty database for `people.mjs`. A benchmark reaches into the other packages; the product's own code never does. */
import { type Database, openDatabase } from '@overlook/db';
import { rolePermissions, userRoles, users, userTeams } from '@overlook/db/schema';
import { aRole, aSite, aTeam, aUser } from '@overlook/db/seed';
import { createAccess } from '@overlook/server/access';
import { systemClock } from '@overlook/server/clock';
import { createPasswords } from '@overlook/server/passwords';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';

export const PASSWORD = 'correct horse';
const ROLES = 50;
const SITES = 200;
const PERMISSION_ROUNDS = 30;

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}
interface Person {
  readonly id: number;
  readonly email: string;
}
type Db = Database['db'];

/** Inserts in portions that fit in one statement. */
async function inPortions<T>(rows: readonly T[], insert: (portion: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 5000) await insert(rows.slice(from, from + 5000));
}

/** Roles that answer every site-specific token at every site, a twentieth of them with Deny. */
async function busyRoles(db: Db): Promise<number[]> {
  const siteIds: number[] = [];
  for (let i = 0; i < SITES; i++) siteIds.push((await aSite(db)).id);
  const roleIds: number[] = [];
  for (let i = 0; i < ROLES; i++) roleIds.push((await aRole(db, { displayName: `Role ${i}` })).id);
  const tokens = PERMISSION_TOKENS.filter(({ siteSpecific }) => siteSpecific).map(({ token }) => token);
  const answers = roleIds.flatMap((roleId) =>
    siteIds.flatMap((siteId) =>
      tokens.map((token, i) => ({ roleId, siteId, token, allowed: (roleId + siteId + i) % 20 !== 0 })),
    ),
  );
  await inPortions(answers, (portion) => db.insert(rolePermissions).values(portion));
  return roleIds;
}

/** People with a role and a team each; the first 500 may sign in. */
async function crowd(db: Db, count: number, passwordHash: string): Promise<Person[]> {
  const roleIds: number[] = [];
  const teamIds: number[] = [];
  for (let i = 0; i < 20; i++) {
    roleIds.push((await aRole(db, { displayName: `Crew ${i}`, allowed: ['VIEW:TEXTURED', 'TOOLS:MEASURE'] })).id);
    teamIds.push((await aTeam(db, { displayName: `Team ${i}` })).id);
  }
  const made: Person[] = [];
  const rows = Array.from({ length: count }, (_, i) => ({
    firstName: ['Ana', 'Bjørn', 'Chiara', 'Dmitri', '漢字'][i % 5]!,
    lastName: `Person ${i}`,
    email: `crowd${i}@overlook.example`,
    lastActiveAt: i % 7 === 0 ? null : new Date(Date.now() - i * 60_000),
    passwordHash: i < 500 ? passwordHash : null,
  }));
  await inPortions(rows, async (portion) => {
    made.push(...(await db.insert(users).values(portion).returning({ id: users.id, email: users.email })));
  });
  await inPortions(made, (portion) =>
    db.insert(userRoles).values(portion.map(({ id }) => ({ userId: id, roleId: roleIds[id % 20]! }))),
  );
  await inPortions(made, (portion) =>
    db.insert(userTeams).values(portion.map(({ id }) => ({ userId: id, teamId: teamIds[id % 20]! }))),
  );
  return made.slice(0, 500);
}

/** Makes all the users; `busy` holds the 50 roles, `some` are ordinary users who may sign in. */
export async function fill({ users: count, ...place }: Place & { users: number }) {
  const database = await openDatabase(place);
  const { db } = database;
  const passwordHash = await createPasswords().hash(PASSWORD);
  const everything = await aRole(db, {
    displayName: 'Everything',
    allowed: PERMISSION_TOKENS.map(({ token }) => token),
  });
  const admin: Person = await aUser(db, { firstName: 'Ada', passwordHash, roleIds: [everything.id] });
  const busy: Person = await aUser(db, { firstName: 'Busy', passwordHash, roleIds: await busyRoles(db) });
  const some = await crowd(db, count, passwordHash);
  await database.close();
  return { admin, busy, some };
}

/** How long it takes to compute a person's permissions without a cache, in milliseconds. */
export async function permissionTimes(place: Place, userId: number): Promise<number[]> {
  const database = await openDatabase(place);
  const access = createAccess(database.db, systemClock);
  const times: number[] = [];
  for (let round = 0; round < PERMISSION_ROUNDS; round++) {
    access.forget();
    const start = performance.now();
    await access.permissions(userId);
    times.push(performance.now() - start);
  }
  await database.close();
  return times.slice(3);
}
