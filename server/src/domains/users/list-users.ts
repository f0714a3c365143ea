import { asc, isNull } from 'drizzle-orm';
import { users } from '@overlook/db/schema';
import type { User } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { describeUsers } from './load-user.ts';

/** Everybody, archived people included: the whole list of specification §7. */
export async function listUsers(ctx: SignedInContext): Promise<{ users: User[] }> {
  const rows = await ctx.db.select().from(users).where(isNull(users.deletedAt)).orderBy(asc(users.id));
  return { users: await describeUsers(ctx, rows) };
}
