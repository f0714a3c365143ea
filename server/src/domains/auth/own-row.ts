import { eq } from 'drizzle-orm';
import { users } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { notSignedIn } from '../../errors.ts';

/** The caller's own row. Throws 401 when it has been deleted since the session was looked up. */
export async function ownRow({ db, caller }: SignedInContext): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw notSignedIn();
  return user;
}
