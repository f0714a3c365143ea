import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mails } from '@overlook/db/schema';
import { UnrecoverableError, type JobHandler, jobHandler } from '../jobs/job-handler.ts';
import { MAIL_JOB } from './queue-mail.ts';
import { type MailTransport, MailRefusedError } from './transport.ts';

export interface DeliveryOptions {
  readonly db: Db;
  readonly transport: MailTransport;
  readonly from: { readonly name: string; readonly address: string };
}

/**
 * Delivers one queued mail and deletes its content. A process that is killed between the two sends it again, with
 * the same Message-ID, so that mail programs recognise the duplicate.
 */
export function mailHandler({ db, transport, from }: DeliveryOptions): JobHandler {
  const domain = from.address.split('@')[1];
  return jobHandler(MAIL_JOB, async ({ mailId }) => {
    const [mail] = await db
      .select()
      .from(mails)
      .where(and(eq(mails.id, mailId), isNull(mails.sentAt)));
    if (!mail) return;
    try {
      await transport.send({
        messageId: `${mail.id}@${domain}`,
        date: mail.createdAt,
        from,
        recipient: mail.recipient,
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.body ?? '',
        html: mail.html ?? '',
        attachments: mail.attachments ?? [],
      });
    } catch (error) {
      throw error instanceof MailRefusedError ? new UnrecoverableError(error.message, { cause: error }) : error;
    }
    await db
      .update(mails)
      .set({ sentAt: new Date(), body: null, html: null, attachments: null })
      .where(eq(mails.id, mailId));
  });
}
