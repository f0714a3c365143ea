import type { Db } from '@overlook/db';
import { gainedPermissions, type PermissionDifference, type PermissionMap } from '@overlook/shared/permissions';
import {
  activeUsers,
  type EffectivePermissions,
  loadEffectivePermissions,
  loadTeamPermissions,
  permissionsOf,
} from '../../sessions/effective-permissions.ts';

/** The permissions of some users and of all teams at one moment. */
export interface PermissionSnapshot {
  /** The current permissions of users; those who may not sign in have none. */
  readonly active: EffectivePermissions;
  /** The permissions of the users' roles, inactive users included: they take effect when such a user is enabled. */
  readonly held: EffectivePermissions;
  /** The permissions that teams give, including teams without members, because a first member would receive them. */
  readonly ofTeams: EffectivePermissions;
}

/** Reads all three in the transaction given. */
export async function loadPermissionSnapshot(db: Db, userIds: ReadonlySet<number>): Promise<PermissionSnapshot> {
  const held = await loadEffectivePermissions(db, { userIds, includesInactive: true, includesArchivedSites: true });
  const activeIds = await activeUsers(db, userIds);
  const active = new Map([...held].filter(([id]) => activeIds.has(id)));
  return { active, held, ofTeams: await loadTeamPermissions(db) };
}

export interface PermissionChange {
  readonly userId: number;
  readonly gained: readonly PermissionDifference[];
  readonly lost: readonly PermissionDifference[];
}

/** The users whose permissions differ between two moments. Users who share both maps share the comparison. */
export function comparePermissions(before: EffectivePermissions, after: EffectivePermissions): PermissionChange[] {
  type Difference = Omit<PermissionChange, 'userId'>;
  const compared = new Map<PermissionMap, Map<PermissionMap, Difference>>();
  const compare = (was: PermissionMap, is: PermissionMap) => {
    const byAfter = compared.get(was) ?? new Map<PermissionMap, Difference>();
    compared.set(was, byAfter);
    const change = byAfter.get(is) ?? { gained: gainedPermissions(was, is), lost: gainedPermissions(is, was) };
    byAfter.set(is, change);
    return change;
  };
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((userId) => ({ userId, ...compare(permissionsOf(before, userId), permissionsOf(after, userId)) }))
    .filter(({ gained, lost }) => gained.length > 0 || lost.length > 0);
}
