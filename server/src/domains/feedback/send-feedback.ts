import { inArray } from 'drizzle-orm';
import { feedback, users } from '@overlook/db/schema';
import { MESSAGES } from '@overlook/shared/messages';
import { isAdministrator } from '@overlook/shared/permissions';
import type { FeedbackInput } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { unavailable } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { feedbackLetter } from '../../services/mail/letters.ts';
import { loadHoldings } from '../permissions/holdings.ts';
import { loadUser } from '../users/load-user.ts';

/** The operator's mailbox, or without one those of the administrators. */
async function readersOf({ db, env }: SignedInContext): Promise<string[]> {
  if (env.operatorEmail !== null) return [env.operatorEmail];
  const holdings = await loadHoldings(db, 'everyone');
  const ids = [...holdings].filter(([, map]) => isAdministrator(map)).map(([id]) => id);
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.id, ids));
  return rows.map((row) => row.email);
}

/**
 * Keeps what somebody has to say and mails it to the operator, with the screenshot as a file. Answers go to the sender.
 * Throws 503 in the specification's words (§8) when there is nobody to read it.
 */
export async function sendFeedback(ctx: SignedInContext, input: FeedbackInput): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  const [readers, sender] = await Promise.all([readersOf(ctx), loadUser(ctx, userId)]);
  if (readers.length === 0) throw unavailable(MESSAGES['feedback.failed']);
  const { feedbackType, details, callback, screenshot } = input;
  const phoneNumber = input.phoneNumber || null;
  const letter = feedbackLetter({
    productName: ctx.env.productName,
    from: `${sender.firstName} ${sender.lastName} <${sender.email}>`,
    feedbackType,
    details,
    callBackOn: callback ? phoneNumber : null,
  });
  const base64 = screenshot?.slice(screenshot.indexOf(',') + 1);
  const attachments = base64 ? [{ filename: 'screenshot.png', contentType: 'image/png', base64 }] : [];
  await ctx.db.transaction(async (tx) => {
    const values = { userId, feedbackType, phoneNumber, callback, details, screenshot, createdAt: ctx.clock.now() };
    const [kept] = await tx.insert(feedback).values(values).returning({ id: feedback.id });
    await recordDone(tx, ctx, { action: 'feedback.send', subject: `feedback:${kept!.id}`, details: { feedbackType } });
    for (const to of readers) await ctx.mail.add(tx, { to, replyTo: sender.email, letter, attachments });
  });
  return { status: 'success' };
}
