import { and, desc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { sessions } from '@overlook/db/schema';
import { SESSION_SLIDING_MS } from '@overlook/shared/config';
import type { ownSessionsOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

/** The caller's live sessions, the last used first. */
export async function listSessions(ctx: SignedInContext): Promise<z.input<typeof ownSessionsOutputSchema>> {
  const now = ctx.clock.now();
  const usedSince = new Date(now.getTime() - SESSION_SLIDING_MS);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.caller.userId), gt(sessions.endsAt, now), gt(sessions.lastUsedAt, usedSince)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: row.tokenHash === ctx.caller.tokenHash,
    })),
  };
}
