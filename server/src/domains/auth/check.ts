import type { z } from 'zod';
import type { authCheckOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { loadUser } from '../users/load-user.ts';

/** The caller and what they may do. */
export async function check(ctx: SignedInContext): Promise<z.input<typeof authCheckOutputSchema>> {
  const { caller, access } = ctx;
  return { user: await access.user(caller, () => loadUser(ctx, caller.userId)), permissions: caller.permissions };
}
