import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sessions } from '@overlook/db/schema';

/**
 * Ends somebody's sessions, but for the one whose token hash is `kept`. Returns how many. Within a transaction; call
 * `access.forget()` after it, for files may be served from a cached session otherwise.
 */
export async function endSessions(db: Db, userId: number, kept?: string): Promise<number> {
  const others = kept === undefined ? undefined : ne(sessions.tokenHash, kept);
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id });
  return ended.length;
}
