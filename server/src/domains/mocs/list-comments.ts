import { and, asc, eq, isNull } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { mocComments, users } from '@overlook/db/schema';
import type { MocComment, mocCommentsAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { loadMoc } from './load-mocs.ts';

/** The comments on a change, the oldest first. Throws 404. */
export async function listComments(
  ctx: SignedInContext,
  { siteId, id }: { siteId: number; id: number },
): Promise<z.input<typeof mocCommentsAnswerSchema>> {
  await loadMoc(ctx, { siteId, id });
  return { comments: await loadComments(ctx, ctx.db, id) };
}

/** The comments of a change as the caller sees them, the oldest first. */
export async function loadComments({ caller }: SignedInContext, db: Db, mocId: number): Promise<MocComment[]> {
  const rows = await db
    .select({ comment: mocComments, firstName: users.firstName, lastName: users.lastName })
    .from(mocComments)
    .leftJoin(users, eq(users.id, mocComments.userId))
    .where(and(eq(mocComments.mocId, mocId), isNull(mocComments.archivedAt)))
    .orderBy(asc(mocComments.id));
  const names = await namesOf(db, new Set(rows.flatMap(({ comment }) => comment.mentions)));
  return rows.map(({ comment, firstName, lastName }) => ({
    id: comment.id,
    by: firstName === null ? comment.authorName : `${firstName} ${lastName}`,
    at: comment.createdAt.toISOString(),
    body: comment.body,
    mentions: comment.mentions.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    isOwn: comment.userId === caller.userId,
  }));
}

async function namesOf(db: Db, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  const { id, firstName, lastName } = users;
  const rows = await db.select({ id, firstName, lastName }).from(users).where(inIds(id, ids));
  return new Map(rows.map((row) => [row.id, `${row.firstName} ${row.lastName}`]));
}
