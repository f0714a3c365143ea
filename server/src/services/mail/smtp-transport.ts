import { createTransport } from 'nodemailer';
import { type MailTransport, MailRefused, toMessage } from './transport.ts';

const CONNECT_WITHIN_MS = 10_000;
const SILENT_AT_MOST_MS = 30_000;

/** What nodemailer says of a recipient or a message that the server does not take. */
const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE']);

/** The server's answer is final: 5xx (RFC 5321 §4.2.1). Wrong credentials are not: the operator can mend them. */
function isFinal(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return REFUSALS.has(code ?? '') && responseCode !== undefined && responseCode >= 500;
}

/** Sends to the mail server of an URL like `smtp://user:password@host:587`. */
export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENT_AT_MOST_MS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(toMessage(mail));
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}
