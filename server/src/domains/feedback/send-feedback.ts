import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { feedback, users, mails } from '@overlook/db/schema';
import {
  MAILS_IN_WINDOW,
  FEEDBACK_IN_WINDOW,
  FEEDBACK_WINDOW_MS,
  FEEDBACK_KEPT_MS,
  MAIL_KEPT_MS,
} from '@overlook/shared/config';
import { FEEDBACK_MESSAGES } from '@overlook/shared/messages';
import { isAdministrator } from '@overlook/shared/permissions';
import type { FeedbackInput } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid, tooMany, unavailable } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { feedbackMail } from '../../services/mail/mail-templates.ts';
import { assertMayMail } from '../../services/mail/personal-mails.ts';
import { loadEffectivePermissions } from '../../sessions/effective-permissions.ts';
import { loadUser } from '../members/load-user.ts';
import { checkedPng } from './checked-png.ts';
import type { Clock } from '../../services/clock.ts';
import { lockUser } from '../users/lock-user.ts';

/** Removes old feedback, and old mails, which were sent long ago or are no longer tried. */
export async function sweepMessages({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  const mailsBefore = new Date(now - MAIL_KEPT_MS);
  await db.delete(feedback).where(lt(feedback.createdAt, new Date(now - FEEDBACK_KEPT_MS)));
  await db.delete(mails).where(lt(mails.createdAt, mailsBefore));
}

/** The operator's mailbox, or without one those of the administrators. */
async function readersOf({ db, env }: SignedInContext): Promise<string[]> {
  if (env.operatorEmail !== null) return [env.operatorEmail];
  const permissions = await loadEffectivePermissions(db, { userIds: 'everyone', includesInactive: false });
  const ids = [...permissions].filter(([, map]) => isAdministrator(map)).map(([id]) => id);
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.id, ids));
  return rows.map((row) => row.email);
}

async function assertBelowLimit({ clock, caller }: SignedInContext, db: Db): Promise<void> {
  const since = new Date(clock.now().getTime() - FEEDBACK_WINDOW_MS);
  const isOwn = and(eq(feedback.userId, caller.userId), gt(feedback.createdAt, since));
  const [last] = await db
    .select({ at: feedback.createdAt })
    .from(feedback)
    .where(isOwn)
    .orderBy(desc(feedback.createdAt))
    .offset(FEEDBACK_IN_WINDOW - 1)
    .limit(1);
  if (last)
    throw tooMany(FEEDBACK_MESSAGES['feedback.tooMany'], Math.ceil((last.at.getTime() - since.getTime()) / 1000));
}

const PNG_PREFIX = 'data:image/png;base64,';

/** The picture of a PNG data URL as base64, without other data of the file. Throws 400 when it is not a PNG. */
async function checkedScreenshot(dataUrl: string): Promise<string> {
  const png = await checkedPng(Buffer.from(dataUrl.slice(PNG_PREFIX.length), 'base64'));
  const sentence = FEEDBACK_MESSAGES['feedback.screenshotInvalid'];
  if (png === null) throw invalid(sentence, { screenshot: sentence });
  return png.toString('base64');
}

/**
 * Stores feedback and mails it to the operator, with the screenshot as a file. Replies go to the sender.
 * Throws 400 for a screenshot that is no picture, 429 after too many in an hour, 503 in the specification's words (§8) when
 * no active person may read it.
 */
export async function sendFeedback(ctx: SignedInContext, input: FeedbackInput): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  await assertBelowLimit(ctx, ctx.db);
  const [readers, sender] = await Promise.all([readersOf(ctx), loadUser(ctx, userId)]);
  if (readers.length === 0) throw unavailable(FEEDBACK_MESSAGES['feedback.failed']);
  const { feedbackType, details, callback } = input;
  const base64 = input.screenshot === null ? null : await checkedScreenshot(input.screenshot);
  const screenshot = base64 && `${PNG_PREFIX}${base64}`;
  const phoneNumber = input.phoneNumber || null;
  const content = feedbackMail({
    productName: ctx.env.productName,
    from: `${sender.firstName} ${sender.lastName} <${sender.email}>`,
    feedbackType,
    details,
    callBackOn: callback ? phoneNumber : null,
  });
  const attachments = base64 ? [{ filename: 'screenshot.png', contentType: 'image/png', base64 }] : [];
  await ctx.db.transaction(async (tx) => {
    // Simultaneous messages of one person are counted one after another.
    await lockUser(tx, userId);
    await assertBelowLimit(ctx, tx);
    await assertMayMail(ctx, tx, { more: 1, most: MAILS_IN_WINDOW, sentence: FEEDBACK_MESSAGES['feedback.tooMany'] });
    const values = { userId, feedbackType, phoneNumber, callback, details, screenshot, createdAt: ctx.clock.now() };
    const [kept] = await tx.insert(feedback).values(values).returning({ id: feedback.id });
    await recordDone(tx, ctx, { action: 'feedback.send', subject: `feedback:${kept!.id}`, details: { feedbackType } });
    const mail = { replyTo: sender.email, content, attachments, sender: { userId, at: ctx.clock.now() } };
    for (const to of readers) await ctx.mail.add(tx, { to, ...mail });
  });
  return { status: 'success' };
}
