import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { createRoleInputSchema, Role, updateRoleInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { type AccessChange, changeAccess } from '../permissions/change-access.ts';
import { findGroup, insertGroup, renameGroup } from '../permissions/groups.ts';
import { holdersOf, membersOf, setMembers } from '../permissions/memberships.ts';
import { setAnswers } from './answers.ts';
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

async function setContents(tx: Db, ctx: SignedInContext, id: number, input: CreateInput) {
  return {
    answers: await setAnswers(tx, ctx, id, input.explicitPermissions),
    users: await setMembers(tx, ctx, 'usersOfRole', id, input.userList),
    teams: await setMembers(tx, ctx, 'teamsOfRole', id, input.teamList),
  };
}

/** The change that adds a role; comes to its id. */
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

/** Saves an edited role. Throws as `createRole` does; 404; 409 when somebody else has saved since `version`. */
export const updateRole = (ctx: SignedInContext, input: UpdateInput) => store(ctx, roleUpdate(ctx, input));
