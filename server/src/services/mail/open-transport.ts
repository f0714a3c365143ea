import { mkdir, open, rename } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { Env } from '../../env.ts';
import { type MailTransport, toMessage, MailRefusedError } from './transport.ts';

/** 2026-11-21T08:00:00.000Z → 20261121T080000Z: names sort by time and suit every file system. */
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/**
 * Writes mails as `.eml` files, for instances without a mail server. A file appears complete or not at all; two
 * attempts of the same mail give one file.
 */
export function createOutboxTransport(folder: string, log: Pick<FastifyBaseLogger, 'warn'>): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail));
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${stamp(mail.date)}-${mail.messageId.split('@')[0]}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      log.warn({ file: path, subject: mail.subject }, 'no mail server is set: a mail was written to the outbox');
    },
    close: () => composer.close(),
  };
}

const CONNECT_WITHIN_MS = 10_000;
const SILENT_AT_MOST_MS = 30_000;

/** nodemailer's codes for a recipient or a message that the server refuses. */
const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE']);

/** The server's answer is final: 5xx (RFC 5321 §4.2.1). Wrong credentials are not: the operator can correct them. */
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
        throw isFinal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** The mail server where one is set, else the outbox folder. */
export function openMailTransport(env: Env, log: Pick<FastifyBaseLogger, 'warn'>): MailTransport {
  return env.smtpUrl ? createSmtpTransport(env.smtpUrl) : createOutboxTransport(resolve(env.dataDir, 'outbox'), log);
}
