import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../env.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import type { MailTransport } from './transport.ts';

/** The mail server where one is set, else the outbox folder (decisions §1). */
export function openMailTransport(env: Env, log: Pick<FastifyBaseLogger, 'warn'>): MailTransport {
  return env.smtpUrl ? createSmtpTransport(env.smtpUrl) : createOutboxTransport(resolve(env.dataDir, 'outbox'), log);
}
