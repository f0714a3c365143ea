import type { z } from 'zod';
import { type Db, uniqueViolation } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { createUserInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { welcomeLetter } from '../../services/mail/letters.ts';
import { refuseWeakPassword } from '../../services/passwords/refuse-weak-password.ts';
import { changeAccess } from '../permissions/change-access.ts';
import { setMembers } from '../permissions/memberships.ts';
import type { SavedUser } from './change-user.ts';
import { loadUser } from './load-user.ts';

type Input = z.output<typeof createUserInputSchema>;

/** Says that an address is in use; anything else stays what it was. */
export const tellEmailTaken = (error: unknown): never => {
  throw uniqueViolation(error) ? conflict(ADMIN_MESSAGES['user.emailTaken']) : error;
};

async function insertUser(tx: Db, ctx: SignedInContext, input: Input, passwordHash: string): Promise<number> {
  const { firstName, lastName, email, roleList, teamList } = input;
  const [made] = await tx
    .insert(users)
    .values({ firstName, lastName, email, passwordHash, createdAt: ctx.clock.now(), updatedBy: ctx.caller.userId })
    .returning({ id: users.id })
    .catch(tellEmailTaken);
  const { id } = made!;
  const details = {
    name: `${firstName} ${lastName}`,
    email,
    roles: await setMembers(tx, ctx, 'rolesOfUser', id, roleList),
    teams: await setMembers(tx, ctx, 'teamsOfUser', id, teamList),
  };
  await recordDone(tx, ctx, { action: 'users.create', subject: `user:${id}`, details });
  const { productName, publicUrl: url } = ctx.env;
  await ctx.mail.add(tx, { to: email, letter: welcomeLetter({ productName, firstName, email, url }) });
  return id;
}

/**
 * Adds a user who may sign in at once, and welcomes them by mail. Throws 400 for a weak password or an unknown role or
 * team, 403 for permissions that the caller does not hold, 409 when the address is in use.
 */
export async function createUser(ctx: SignedInContext, input: Input): Promise<SavedUser> {
  await refuseWeakPassword(input.password, input.email, 'password');
  // Hashed before the transaction, which holds everybody else up.
  const passwordHash = await ctx.passwords.hash(input.password);
  const id = await changeAccess(ctx, {
    affected: () => [],
    change: (tx) => insertUser(tx, ctx, input, passwordHash),
    made: (made) => [made],
  });
  return { status: 'success', user: await loadUser(ctx, id) };
}
