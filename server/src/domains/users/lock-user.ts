import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';

/** Lets calls of one person pass one after another until the transaction ends, so that what they have is counted exactly. */
export async function lockUser(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
