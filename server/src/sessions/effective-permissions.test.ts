import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Db } from '@overlook/db';
import { rolePermissions, roles, sites, teamRoles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import {
  explainPermission,
  FUTURE_SITE_ID,
  GLOBAL_SITE_ID,
  type PermissionMap,
  SITE_VIEW_TOKENS,
} from '@overlook/shared/permissions';
import { systemClock } from '../services/clock.ts';
import { databaseKinds } from '../testing/database-kinds.ts';
import { createAccess } from './access.ts';
import {
  loadEffectivePermissions,
  loadPermissionPaths,
  loadTeamPermissions,
  permissionsOf,
} from './effective-permissions.ts';
import { loadPermissionSnapshot } from '../domains/access/permission-snapshot.ts';

/** Two tokens that show a site, one other of sites, a global one, and one that no role of the tests mentions. */
const TOKENS = ['VIEW:CAD', 'VIEW:TEXTURED', 'MOC:VIEW', 'USERS:VIEW', 'LICENSING:VIEW'];
const STATES = ['active', 'disabled', 'archived', 'deleted'] as const;
const [USERS, ROLES, TEAMS] = [5, 4, 3];
/** Scopes of entries: global, two sites, and a site that has been deleted. */
const SCOPES = ['global', 'first', 'second', 'gone'] as const;

const index = (below: number) => fc.integer({ min: 0, max: below - 1 });
const pairs = (left: number, right: number, maxLength: number) =>
  fc.uniqueArray(fc.tuple(index(left), index(right)), { maxLength, selector: String });
const worlds = fc.record({
  states: fc.array(fc.constantFrom(...STATES), { minLength: USERS, maxLength: USERS }),
  rolesOfUsers: pairs(USERS, ROLES, 6),
  teamsOfUsers: pairs(USERS, TEAMS, 6),
  rolesOfTeams: pairs(TEAMS, ROLES, 5),
  entries: fc.uniqueArray(
    fc.record({
      role: index(ROLES),
      scope: fc.constantFrom(...SCOPES),
      token: fc.constantFrom(...TOKENS.slice(0, -1)),
      allowed: fc.boolean(),
    }),
    { maxLength: 24, selector: ({ role, scope, token }) => `${role} ${scope} ${token}` },
  ),
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** The answer for a holder of these roles, by the words of the specification (§4), without any code of the product. */
function reckoned({ entries }: World, held: readonly number[], scope: string, token: string): boolean {
  const said = entries.filter((entry) => held.includes(entry.role) && entry.token === token);
  const at = (where: string, allowed: boolean) => said.some((one) => one.scope === where && one.allowed === allowed);
  if (scope !== 'global') {
    if (at(scope, false)) return false;
    if (at(scope, true)) return true;
    return at('global', true) && !at('global', false);
  }
  return at('global', true) && said.every((one) => one.allowed);
}

const rolesOfTeam = (world: World, team: number) =>
  world.rolesOfTeams.filter(([one]) => one === team).map(([, role]) => role);
const rolesOfUser = (world: World, user: number) => [
  ...world.rolesOfUsers.filter(([one]) => one === user).map(([, role]) => role),
  ...world.teamsOfUsers.filter(([one]) => one === user).flatMap(([, team]) => rolesOfTeam(world, team)),
];

/** Row ids of the world's things, by their index. */
interface Stored {
  readonly userIds: readonly number[];
  readonly teamIds: readonly number[];
  /** Scopes that have a row in a map, with their ids; `future` is a site that does not exist yet. */
  readonly scopes: readonly (readonly [scope: string, siteId: number])[];
}

async function store(db: Db, world: World): Promise<Stored> {
  const at = new Date();
  const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);
  const userIds = idsOf(
    await db
      .insert(users)
      .values(
        world.states.map((state, i) => ({
          firstName: 'A',
          lastName: 'B',
          email: `world-${i}@overlook.example`,
          disabledAt: state === 'disabled' ? at : null,
          archivedAt: state === 'archived' ? at : null,
          deletedAt: state === 'deleted' ? at : null,
        })),
      )
      .returning({ id: users.id }),
  );
  const named = (length: number) => Array.from({ length }, (_, i) => ({ displayName: `World ${i}` }));
  const roleIds = idsOf(await db.insert(roles).values(named(ROLES)).returning({ id: roles.id }));
  const teamIds = idsOf(await db.insert(teams).values(named(TEAMS)).returning({ id: teams.id }));
  const data = { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin: null } } as never;
  const [first, second, gone] = idsOf(
    await db
      .insert(sites)
      .values(['first', 'second', 'gone'].map((slug) => ({ slug: `world-${slug}`, name: slug, data })))
      .returning({ id: sites.id }),
  ) as [number, number, number];
  await db.delete(sites).where(sql`${sites.id} = ${gone}`);
  const siteIds = { global: GLOBAL_SITE_ID, first, second, gone };
  const insertAll = async <Row extends object>(rows: readonly Row[], insert: (rows: Row[]) => PromiseLike<unknown>) =>
    rows.length > 0 && (await insert([...rows]));
  const link = world.rolesOfUsers.map(([user, role]) => ({ userId: userIds[user]!, roleId: roleIds[role]! }));
  await insertAll(link, (rows) => db.insert(userRoles).values(rows));
  const joined = world.teamsOfUsers.map(([user, team]) => ({ userId: userIds[user]!, teamId: teamIds[team]! }));
  await insertAll(joined, (rows) => db.insert(userTeams).values(rows));
  const given = world.rolesOfTeams.map(([team, role]) => ({ teamId: teamIds[team]!, roleId: roleIds[role]! }));
  await insertAll(given, (rows) => db.insert(teamRoles).values(rows));
  const entries = world.entries.map(({ role, scope, token, allowed }) => ({
    roleId: roleIds[role]!,
    siteId: siteIds[scope],
    token,
    allowed,
  }));
  await insertAll(entries, (rows) => db.insert(rolePermissions).values(rows));
  return {
    userIds,
    teamIds,
    scopes: [
      ['global', GLOBAL_SITE_ID],
      ['first', first],
      ['second', second],
      ['future', FUTURE_SITE_ID],
    ],
  };
}

/** "scope token" of everything that is allowed, at the scopes given. */
const allowedIn = (map: PermissionMap, scopes: Stored['scopes']) =>
  scopes.flatMap(([scope, id]) =>
    TOKENS.filter((token) => map[id]?.[token] === true).map((token) => `${scope} ${token}`),
  );
const allowedBy = (world: World, held: readonly number[], scopes: Stored['scopes']) =>
  scopes.flatMap(([scope]) =>
    TOKENS.filter((token) => reckoned(world, held, scope, token)).map((token) => `${scope} ${token}`),
  );

class RollbackError extends Error {}

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('effective permissions on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** Runs a check on random worlds, each in a transaction that is rolled back. */
  const onWorlds = (check: (db: Db, world: World, stored: Stored) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const run = database.db.transaction(async (tx) => {
          await check(tx, world, await store(tx, world));
          throw new RollbackError();
        });
        await run.catch((error: unknown) => {
          if (!(error instanceof RollbackError)) throw error;
        });
      }),
      { numRuns: 30 },
    );

  it('of users and teams are those of the roles, and inactive users have none unless they are requested', () =>
    onWorlds(async (db, world, { userIds, teamIds, scopes }) => {
      const held = await loadEffectivePermissions(db, { userIds, includesInactive: true });
      const active = await loadEffectivePermissions(db, { userIds, includesInactive: false });
      const everyone = await loadEffectivePermissions(db, { userIds: 'everyone', includesInactive: false });
      const snapshot = await loadPermissionSnapshot(db, new Set(userIds));
      const ofTeams = await loadTeamPermissions(db);
      for (const [i, id] of userIds.entries()) {
        const all = allowedBy(world, rolesOfUser(world, i), scopes);
        const now = world.states[i] === 'active' ? all : [];
        for (const maps of [held, snapshot.held]) expect(allowedIn(permissionsOf(maps, id), scopes)).toEqual(all);
        for (const maps of [active, everyone, snapshot.active])
          expect(allowedIn(permissionsOf(maps, id), scopes)).toEqual(now);
      }
      for (const [i, id] of teamIds.entries())
        for (const maps of [ofTeams, snapshot.ofTeams])
          expect(allowedIn(permissionsOf(maps, id), scopes)).toEqual(allowedBy(world, rolesOfTeam(world, i), scopes));
    }));

  it('at the gate are the same, without rows for sites that do not exist for the user', () =>
    onWorlds(async (db, world, { userIds, scopes }) => {
      for (const [i, id] of userIds.entries()) {
        const held = rolesOfUser(world, i);
        const shows = (scope: string) => SITE_VIEW_TOKENS.some((token) => reckoned(world, held, scope, token));
        const exists = (scope: string) => scope === 'global' || shows(scope) || shows('global');
        const existing = scopes.filter(([scope]) => scope !== 'future' && exists(scope));
        const map = await createAccess(db, systemClock).permissions(id);
        expect(Object.keys(map).map(Number).sort()).toEqual(existing.map(([, siteId]) => siteId).sort());
        expect(allowedIn(map, existing)).toEqual(allowedBy(world, held, existing));
        for (const [, siteId] of existing) for (const token of TOKENS) expect(map[siteId]).toHaveProperty([token]);
      }
    }));

  it('are explained by the same roles, each with the team that it comes through', () =>
    onWorlds(async (db, world, { userIds, teamIds, scopes }) => {
      const token = 'VIEW:CAD';
      for (const [i, userId] of userIds.entries()) {
        const paths = await loadPermissionPaths(db, userId, token);
        const entries = paths.flatMap((path) => path.entries);
        for (const [scope, siteId] of scopes)
          expect(explainPermission(entries, siteId, token).isAllowed).toBe(
            reckoned(world, rolesOfUser(world, i), scope, token),
          );
        const teamsOfUser = world.teamsOfUsers.filter(([user]) => user === i).map(([, team]) => team);
        expect(paths.filter((path) => path.team === null)).toHaveLength(
          world.rolesOfUsers.filter(([user]) => user === i).length,
        );
        for (const team of teamsOfUser)
          expect(paths.filter((path) => path.team?.id === teamIds[team])).toHaveLength(rolesOfTeam(world, team).length);
        expect(paths.filter((path) => path.team)).toHaveLength(
          teamsOfUser.flatMap((team) => rolesOfTeam(world, team)).length,
        );
      }
    }));

  it('share one map among users with the same roles, whether their own or of a team', async () => {
    const world: World = {
      states: ['active', 'active', 'disabled', 'active', 'active'],
      rolesOfUsers: [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 1],
        [4, 0],
      ],
      teamsOfUsers: [[4, 0]],
      rolesOfTeams: [[0, 0]],
      entries: [{ role: 0, scope: 'first', token: 'VIEW:CAD', allowed: true }],
    };
    const run = database.db.transaction(async (tx) => {
      const { userIds } = await store(tx, world);
      const maps = await loadEffectivePermissions(tx, { userIds, includesInactive: true });
      expect(new Set(userIds.map((id) => permissionsOf(maps, id))).size).toBe(2);
      throw new RollbackError();
    });
    await expect(run).rejects.toThrow(RollbackError);
  });
});
