import type { MailAttachment } from '@overlook/db/schema';

/** An outgoing mail. `from` and `messageId` are without angle brackets. */
export interface OutgoingMail {
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly recipient: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** The mail will never be accepted: another attempt cannot help. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Hands mails over. */
export interface MailTransport {
  /** Resolves when the mail has been accepted. Throws `MailRefusedError` for a final refusal, any other error for a temporary one. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The same mail in the form of nodemailer. */
export function toMessage(mail: OutgoingMail) {
  return {
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    from: mail.from,
    // As an object, so that no comma or bracket in it makes two recipients.
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ filename, contentType, base64, contentId }) => ({
      filename,
      contentType,
      content: Buffer.from(base64, 'base64'),
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    // The content of a mail must not make the server read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
