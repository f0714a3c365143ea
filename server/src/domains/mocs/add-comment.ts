import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocComments, sites } from '@overlook/db/schema';
import { MAILS_IN_WINDOW } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { addCommentInputSchema, Moc, MocComment, mocCommentAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { mentionMail } from '../../services/mail/mail-templates.ts';
import { assertMayMail } from '../../services/mail/personal-mails.ts';
import { findFollowers } from './list-people.ts';
import { loadComments } from './list-comments.ts';
import { loadMoc } from './load-mocs.ts';
import { lockUser } from '../users/lock-user.ts';

type Input = z.output<typeof addCommentInputSchema>;

/**
 * The comment that an earlier attempt of the same call has added, which this one replaces. Throws 409 for that of
 * another person.
 */
async function findEarlier(tx: Db, { caller }: SignedInContext, { id, guid }: Input) {
  if (guid === undefined) return null;
  const [row] = await tx
    .select()
    .from(mocComments)
    .where(and(eq(mocComments.mocId, id), eq(mocComments.guid, guid)));
  if (row && row.userId !== caller.userId) throw conflict(MOCS_MESSAGES['comment.guidTaken']);
  return row ?? null;
}

/** The people who have got a mail about some version of a comment; older ones kept their last mentions only. */
const knownTo = ({ mailed, mentions }: typeof mocComments.$inferSelect): number[] => [...mailed, ...mentions];

/** Throws 400 for a person who may not see the changes of the site. */
async function mentionedPeople(tx: Db, siteId: number, mentions: readonly number[]) {
  const people = mentions.length > 0 ? await findFollowers(tx, siteId, mentions) : [];
  if (people.length === mentions.length) return people;
  const sentence = MOCS_MESSAGES['comment.mentionUnknown'];
  throw invalid(sentence, { mentions: sentence });
}

type Earlier = Awaited<ReturnType<typeof findEarlier>>;

/** Stores the comment, in place of one of an earlier attempt. Returns its id. */
async function store(tx: Db, ctx: SignedInContext, { id, guid, body, mentions }: Input, earlier: Earlier) {
  const { userId } = ctx.caller;
  const text = { body, mentions, mailed: [...new Set([...(earlier ? knownTo(earlier) : []), ...mentions])] };
  const [row] =
    earlier === null
      ? await tx
          .insert(mocComments)
          .values({ mocId: id, guid, userId, ...text, createdAt: ctx.clock.now() })
          .returning({ id: mocComments.id })
      : await tx
          .update(mocComments)
          .set({ ...text, archivedAt: null })
          .where(eq(mocComments.id, earlier.id))
          .returning({ id: mocComments.id });
  return row!.id;
}

/**
 * Adds a comment to a change and mails the people whom it mentions. A repeated call, recognised by its `guid`, adds no
 * second comment and sends no second mail; the text is then that of the last call. Throws 400 for a mentioned person
 * who may not see the changes of the site; 404; 409 when the change is archived, and for the `guid` of another person's
 * comment; 429.
 */
export async function addComment(ctx: SignedInContext, input: Input): Promise<z.input<typeof mocCommentAnswerSchema>> {
  const { siteId, id, body, mentions } = input;
  const comment = await ctx.db.transaction(async (tx) => {
    const moc = await loadMoc({ db: tx, log: ctx.log }, { siteId, id });
    if (moc.archived) throw conflict(MOCS_MESSAGES['moc.archived']);
    // Calls are serialised, so that the mentions of an hour are counted correctly.
    await lockUser(tx, ctx.caller.userId);
    const earlier = await findEarlier(tx, ctx, input);
    const known = new Set(earlier && knownTo(earlier));
    const added = mentions.filter((one) => !known.has(one));
    const mailed = added.filter((one) => one !== ctx.caller.userId);
    const sentence = MOCS_MESSAGES['comment.tooManyMentions'];
    if (mailed.length > 0) await assertMayMail(ctx, tx, { more: mailed.length, most: MAILS_IN_WINDOW, sentence });
    const people = await mentionedPeople(tx, siteId, mentions);
    const storedId = await store(tx, ctx, input, earlier);
    const stored = (await loadComments(ctx, tx, id)).find((one) => one.id === storedId)!;
    const content = await mentionContent(ctx, tx, moc, stored);
    const sender = { userId: ctx.caller.userId, at: ctx.clock.now() };
    for (const person of people)
      if (mailed.includes(person.id)) await ctx.mail.add(tx, { to: person.email, content, sender });
    if (earlier && earlier.body === body && added.length === 0) return stored;
    const details = { siteId, name: moc.name, comment: storedId, users: mentions };
    await recordDone(tx, ctx, { action: 'mocs.addComment', subject: `moc:${id}`, details });
    return stored;
  });
  return { status: 'success', comment };
}

async function mentionContent({ env }: SignedInContext, tx: Db, moc: Moc, { by, body }: MocComment) {
  const [site] = await tx.select({ name: sites.name }).from(sites).where(eq(sites.id, moc.siteID));
  const url = `${env.publicUrl}/mocs?site=${moc.siteID}&moc=${moc.id}`;
  return mentionMail({ by: by ?? '', moc: moc.name, site: site!.name, comment: body, url });
}
