import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { createRoleInputSchema, Role, updateRoleInputSchema } from '@overlook/shared/schemas';
import type { AccessTransaction } from '../members/access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { type AccessChange, changeAccess } from '../access/change-access.ts';
import { findGroup, insertGroup, renameGroup } from '../members/groups.ts';
import { holdersOf, membersOf, setMembers } from '../members/memberships.ts';
import { setRoleEntries } from './role-entries.ts';
import { loadRole } from './load-role.ts';

type CreateInput = z.output<typeof createRoleInputSchema>;
type UpdateInput = z.output<typeof updateRoleInputSchema>;

interface SavedRole {
  status: 'success';
  role: Role;
}

const given = async (tx: Db, { userList = [], teamList = [] }: CreateInput) => [
  ...userList,
  ...(await membersOf(tx, teamList)),
];

async function setContents(tx: AccessTransaction, ctx: SignedInContext, id: number, input: CreateInput) {
  return {
    // The audit has stored this name since the first version.
    answers: await setRoleEntries(tx, ctx, id, input.explicitPermissions),
    users: await setMembers(tx, ctx, 'usersOfRole', id, input.userList),
    teams: await setMembers(tx, ctx, 'teamsOfRole', id, input.teamList),
  };
}

/** The change that adds a role; its result is the role's id. */
export const roleCreation = (ctx: SignedInContext, input: CreateInput): AccessChange<number> => ({
  affected: (tx) => given(tx, input),
  async change(tx) {
    const id = await insertGroup(tx, ctx, 'role', input);
    const details = { name: input.displayName, ...(await setContents(tx, ctx, id, input)) };
    await recordDone(tx, ctx, { action: 'roles.create', subject: `role:${id}`, details });
    return id;
  },
});

/** The change that saves an edited role. */
export const roleUpdate = (ctx: SignedInContext, input: UpdateInput): AccessChange<number> => ({
  affected: async (tx) => [...(await holdersOf(tx, input.id)), ...(await given(tx, input))],
  async change(tx) {
    const { id, version } = input;
    const row = await findGroup(tx, 'role', id, version);
    const changed = await renameGroup(tx, ctx, 'role', row, input);
    const details = { name: row.displayName, changed, ...(await setContents(tx, ctx, id, input)) };
    await recordDone(tx, ctx, { action: 'roles.update', subject: `role:${id}`, details });
    return id;
  },
});

async function store(ctx: SignedInContext, change: AccessChange<number>): Promise<SavedRole> {
  const id = await changeAccess(ctx, change);
  return { status: 'success', role: await loadRole(ctx, id) };
}

/** Adds a role. Throws 400 for an unknown user, team or site, 403 for permissions that the caller does not hold. */
export const createRole = (ctx: SignedInContext, input: CreateInput) => store(ctx, roleCreation(ctx, input));

/** Saves an edited role. Throws as `createRole` does; 404; 409 when another person has saved since `version`. */
export const updateRole = (ctx: SignedInContext, input: UpdateInput) => store(ctx, roleUpdate(ctx, input));
