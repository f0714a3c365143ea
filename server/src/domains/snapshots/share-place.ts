import { buffer } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { type MailAttachment, snapshots, snapshotShares, users } from '@overlook/db/schema';
import { SAVED_RECIPIENTS_MOST, SHARED_MAILS_IN_WINDOW } from '@overlook/shared/config';
import { recipientNotAllowedText, PLACES_MESSAGES } from '@overlook/shared/messages';
import { canViewSite } from '@overlook/shared/permissions';
import { idInputSchema, type shareSnapshotInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { findPicture } from '../../storage/pictures.ts';
import { recordDone } from '../../services/audit.ts';
import { placeSharedMail } from '../../services/mail/mail-templates.ts';
import { assertMayMail, mailableAmong } from '../../services/mail/personal-mails.ts';
import { loadUser } from '../members/load-user.ts';
import type { SnapshotRow } from './snapshot-rows.ts';
import { lockUser } from '../users/lock-user.ts';

const PICTURE_ID = 'place';

/** The Place whose address in this installation is `shareURL`. Throws 400 for any other address, and for Places that are not for the caller. */
async function placeAt({ db, env, caller }: SignedInContext, shareURL: string): Promise<SnapshotRow> {
  const foreign = invalid(PLACES_MESSAGES['share.foreignLink'], { shareURL: PLACES_MESSAGES['share.foreignLink'] });
  const base = `${env.publicUrl}/bookmark/`;
  if (!shareURL.startsWith(base)) throw foreign;
  const [siteId, id, ...more] = shareURL
    .slice(base.length)
    .split('/')
    .map((part) => idInputSchema.safeParse(part).data);
  if (siteId === undefined || id === undefined || more.length > 0) throw foreign;
  const [row] = await db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), eq(snapshots.siteId, siteId)));
  if (!row || row.archivedAt !== null || !canViewSite(caller.permissions, siteId)) throw foreign;
  return row;
}

/** Throws 429 when the caller would have sent more mails within the window than one person may. */
const assertBelowLimit = (ctx: SignedInContext, db: Db, more: number): Promise<void> =>
  assertMayMail(ctx, db, { more, most: SHARED_MAILS_IN_WINDOW, sentence: PLACES_MESSAGES['share.tooMany'] });

/** Throws 400 for recipients to whom the operator allows no mail: without a setting all are allowed. */
async function assertAllowed({ db, env }: SignedInContext, recipients: readonly string[]): Promise<void> {
  if (env.mailRecipients === null) return;
  const mailable = await mailableAmong(db, recipients, env.mailRecipients);
  const refused = recipients.find((one) => !mailable.has(one));
  if (refused === undefined) return;
  const sentence = recipientNotAllowedText(refused);
  throw invalid(sentence, { recipients: sentence });
}

/** The recipients that an earlier attempt has not mailed. */
async function unsentOf(
  db: Db,
  userId: number,
  guid: string | undefined,
  recipients: readonly string[],
): Promise<string[]> {
  if (guid === undefined) return [...recipients];
  const sent = await db
    .select({ recipient: snapshotShares.recipient })
    .from(snapshotShares)
    .where(and(eq(snapshotShares.userId, userId), eq(snapshotShares.guid, guid)));
  return recipients.filter((one) => !sent.some(({ recipient }) => recipient === one));
}

async function pictureOf(ctx: SignedInContext, { filename }: SnapshotRow): Promise<MailAttachment[]> {
  const picture = filename === null ? null : await findPicture(ctx, filename, 'large');
  if (picture === null) return [];
  const base64 = (await buffer(await ctx.objects.get(picture))).toString('base64');
  return [{ filename: 'place.jpg', contentType: 'image/jpeg', base64, contentId: PICTURE_ID }];
}

/** The caller's saved recipients with these in front. */
async function saveRecipients(tx: Db, userId: number, recipients: readonly string[]): Promise<void> {
  const [user] = await tx.select({ data: users.data }).from(users).where(eq(users.id, userId));
  const known = user!.data.recipients;
  const all = [...new Set([...recipients, ...(Array.isArray(known) ? known : [])])].slice(0, SAVED_RECIPIENTS_MOST);
  await tx
    .update(users)
    .set({ data: { ...user!.data, recipients: all } })
    .where(eq(users.id, userId));
}

/**
 * Mails a Place to people, one mail each, from the caller: replies go to them. The recipients are saved for the next
 * time. A repeated call, recognised by its `guid`, mails each recipient once only. Throws 400 for a link that is not
 * one to a Place of this installation that the caller may see, and for recipients whom the operator does not allow; 429 after too many.
 */
export async function sharePlace(
  ctx: SignedInContext,
  { subject, body, recipients: all, shareURL, guid }: z.output<typeof shareSnapshotInputSchema>,
): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  const place = await placeAt(ctx, shareURL);
  await assertAllowed(ctx, all);
  await assertBelowLimit(ctx, ctx.db, (await unsentOf(ctx.db, userId, guid, all)).length);
  const [sender, attachments] = await Promise.all([loadUser(ctx, userId), pictureOf(ctx, place)]);
  const content = placeSharedMail({
    senderName: `${sender.firstName} ${sender.lastName}`,
    placeName: place.name,
    subject,
    message: body,
    url: shareURL,
    pictureId: attachments[0]?.contentId,
  });
  await ctx.db.transaction(async (tx) => {
    // Two calls of one person are counted one after another.
    await lockUser(tx, userId);
    const recipients = await unsentOf(tx, userId, guid, all);
    if (recipients.length === 0) return;
    await assertBelowLimit(ctx, tx, recipients.length);
    const at = ctx.clock.now();
    const mail = { replyTo: sender.email, content, attachments, sender: { userId, at } };
    for (const recipient of recipients) {
      const mailId = await ctx.mail.add(tx, { to: recipient, ...mail });
      const sent = { snapshotId: place.id, userId, guid, recipient, mailId, createdAt: at };
      await tx.insert(snapshotShares).values(sent);
    }
    await saveRecipients(tx, userId, recipients);
    const details = { name: place.name, siteId: place.siteId, recipients };
    await recordDone(tx, ctx, { action: 'snapshots.share', subject: `snapshot:${place.id}`, details });
  });
  return { status: 'success' };
}
