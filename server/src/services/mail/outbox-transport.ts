import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { type MailTransport, toMessage } from './transport.ts';

/** 2026-11-21T08:00:00.000Z → 20261121T080000Z: names sort by time and suit every file system. */
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/**
 * Writes mails as `.eml` files, for instances without a mail server. A file appears whole or not at all; the same mail
 * tried twice is one file.
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
