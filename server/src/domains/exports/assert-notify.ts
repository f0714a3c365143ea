import { and, countDistinct, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointgrabDownloads } from '@overlook/db/schema';
import { MAILS_IN_WINDOW } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, recipientNotAllowedText } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { assertMayMail, mailableAmong } from '../../services/mail/personal-mails.ts';

/**
 * Checks that the caller's next export may announce itself at an address; their row is locked. Throws 400 for an address of
 * nobody in the instance, unless the operator allows it, and 429 when too many mails of theirs were sent or are to come.
 */
export async function assertMayNotify(tx: Db, ctx: SignedInContext, address: string): Promise<void> {
  const mailable = await mailableAmong(tx, [address], ctx.env.mailRecipients ?? []);
  const refused = recipientNotAllowedText(address);
  if (!mailable.has(address)) throw invalid(refused, { notifyEmail: refused });
  const { requestedBy, status, notifyEmail, notifiedAt, deletedAt, jobId } = pointgrabDownloads;
  const isToCome = and(
    eq(requestedBy, ctx.caller.userId),
    eq(status, 'pending'),
    isNotNull(notifyEmail),
    isNull(notifiedAt),
    isNull(deletedAt),
  );
  const [toCome] = await tx
    .select({ mails: countDistinct(jobId) })
    .from(pointgrabDownloads)
    .where(isToCome);
  const more = toCome!.mails + 1;
  await assertMayMail(ctx, tx, { more, most: MAILS_IN_WINDOW, sentence: EXPORTS_MESSAGES['export.tooManyMails'] });
}
