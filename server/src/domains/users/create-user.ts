import type { z } from 'zod';
import { uniqueViolation } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { INVITATION_LIFE_MS } from '@overlook/shared/config';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { createUserInputSchema } from '@overlook/shared/schemas';
import type { AccessTransaction } from '../members/access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { welcomeMail } from '../../services/mail/mail-templates.ts';
import { newPasswordLink } from '../auth/password/password-link.ts';
import { assertStrongPassword } from '../auth/password/weak-password.ts';
import { changeAccess } from '../access/change-access.ts';
import { setMembers } from '../members/memberships.ts';
import type { SavedUser } from './change-user.ts';
import { loadUser } from '../members/load-user.ts';

type Input = z.output<typeof createUserInputSchema>;

/** Throws 409 for an e-mail address in use; other errors are thrown unchanged. */
export const throwEmailTaken = (error: unknown): never => {
  throw uniqueViolation(error) ? conflict(ADMIN_MESSAGES['user.emailTaken']) : error;
};

async function insertUser(
  tx: AccessTransaction,
  ctx: SignedInContext,
  input: Input,
  passwordHash: string | null,
): Promise<number> {
  const { firstName, lastName, email, roleList, teamList } = input;
  const [made] = await tx
    .insert(users)
    .values({ firstName, lastName, email, passwordHash, createdAt: ctx.clock.now(), updatedBy: ctx.caller.userId })
    .returning({ id: users.id })
    .catch(throwEmailTaken);
  const { id } = made!;
  const details = {
    name: `${firstName} ${lastName}`,
    email,
    roles: await setMembers(tx, ctx, 'rolesOfUser', id, roleList),
    teams: await setMembers(tx, ctx, 'teamsOfUser', id, teamList),
  };
  await recordDone(tx, ctx, { action: 'users.create', subject: `user:${id}`, details });
  const { productName, publicUrl } = ctx.env;
  const url = await newPasswordLink(ctx, tx, id, INVITATION_LIFE_MS);
  await ctx.mail.add(tx, { to: email, content: welcomeMail({ productName, firstName, email, url, publicUrl }) });
  return id;
}

/**
 * Adds a user, and welcomes them by a mail with a link to set a password. With a password they may sign in at once; invited without
 * one, they set it by the link or use single sign-on. Throws 400 for a weak password or an unknown role or
 * team, 403 for permissions that the caller does not hold, 409 when the address is in use.
 */
export async function createUser(ctx: SignedInContext, input: Input): Promise<SavedUser> {
  const { password, email } = input;
  if (password) await assertStrongPassword(password, email, 'password');
  // Hashed before the transaction, because its lock makes all other changes wait.
  const passwordHash = password ? await ctx.passwords.hash(password) : null;
  const id = await changeAccess(ctx, {
    affected: () => [],
    change: (tx) => insertUser(tx, ctx, input, passwordHash),
    made: (made) => [made],
  });
  return { status: 'success', user: await loadUser(ctx, id) };
}
