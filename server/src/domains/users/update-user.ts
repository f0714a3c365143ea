import type { z } from 'zod';
import type { updateUserInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { passwordChangedMail } from '../../services/mail/mail-templates.ts';
import { assertStrongPassword } from '../auth/password/weak-password.ts';
import { setMembers } from '../members/memberships.ts';
import { assertNotMorePowerful } from '../access/overreach.ts';
import { changeUser, type SavedUser, type UserRow } from './change-user.ts';
import { throwEmailTaken } from './create-user.ts';
import { endSignIns, voidResetLinks } from '../auth/session/sessions.ts';

type Input = z.output<typeof updateUserInputSchema>;

/** The fields that a save alters, old and new. */
function changedFields(user: UserRow, input: Input): Record<string, { from: string; to: string }> {
  const fields = ['firstName', 'lastName', 'email'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => user[field] !== input[field])
      .map((field) => [field, { from: user[field], to: input[field] }]),
  );
}

/**
 * Saves an edited user. A new password ends the user's sessions, except the one of this call, and the user is informed
 * by mail. Throws 400, 403, 404 and 409 as `createUser` does; 403 too when the name, address or password of a user who
 * holds more than the caller would change; 409 when another person has saved since `version`.
 */
export async function updateUser(ctx: SignedInContext, input: Input): Promise<SavedUser> {
  const { id, version, firstName, lastName, email, password, roleList, teamList } = input;
  if (password) await assertStrongPassword(password, email, 'password');
  const passwordHash = password ? await ctx.passwords.hash(password) : null;
  const action = 'users.update';
  return changeUser(ctx, { action, id, version }, async (tx, user) => {
    const changed = changedFields(user, input);
    if (passwordHash || Object.keys(changed).length > 0) await assertNotMorePowerful(tx, ctx.caller.userId, id);
    // They were sent to the old mailbox, which may belong to another person now.
    if (changed['email']) await voidResetLinks(tx, id);
    if (passwordHash) {
      await endSignIns(tx, id, ctx.caller.tokenHash);
      const { clock, address, device, env } = ctx;
      const content = passwordChangedMail({
        productName: env.productName,
        device: device.name,
        at: clock.now(),
        address,
      });
      await ctx.mail.add(tx, { to: user.email, content });
    }
    return {
      set: { firstName, lastName, email, ...(passwordHash ? { passwordHash } : {}) },
      details: {
        changed,
        isPasswordNew: passwordHash !== null,
        roles: await setMembers(tx, ctx, 'rolesOfUser', id, roleList),
        teams: await setMembers(tx, ctx, 'teamsOfUser', id, teamList),
      },
    };
  }).catch(throwEmailTaken);
}
