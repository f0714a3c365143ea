import { z } from 'zod';
import type { Db } from '@overlook/db';
import { mails, type MailAttachment } from '@overlook/db/schema';
import { addJob } from '../jobs/stored-jobs.ts';
import { doublingBackOff, type JobKind } from '../jobs/job-handler.ts';
import { type MailContent, renderMail } from './mail-content.ts';

/** Half a minute, then twice as long each time up to an hour: some 18 hours in all. */
export const MAIL_JOB: JobKind<{ mailId: string }> = {
  name: 'mail',
  payload: z.object({ mailId: z.uuid() }),
  attempts: 24,
  backOffMs: doublingBackOff(30_000, 60 * 60_000),
  isKept: false,
};

export interface MailRequest {
  readonly to: string;
  readonly content: MailContent;
  readonly replyTo?: string;
  readonly attachments?: MailAttachment[];
  /** The person whose action sends it to others, and when: it counts against their limit. */
  readonly sender?: { readonly userId: number; readonly at: Date };
}

/** Puts mails into the queue. */
export interface MailQueue {
  /** Within a transaction the mail is sent exactly when the rest is stored. Returns the id of the mail. */
  add(db: Db, request: MailRequest): Promise<string>;
}

export function createMailQueue(productName: string): MailQueue {
  return {
    async add(db, { to, content, replyTo, attachments, sender }) {
      const { subject, text, html } = renderMail(content, productName);
      const [mail] = await db
        .insert(mails)
        .values({
          recipient: to,
          replyTo: replyTo ?? null,
          subject,
          body: text,
          html,
          attachments: attachments ?? [],
          ...(sender && { senderId: sender.userId, createdAt: sender.at }),
        })
        .returning({ id: mails.id });
      await addJob(db, MAIL_JOB, { mailId: mail!.id });
      return mail!.id;
    },
  };
}
