import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import { forgottenPasswordHandler } from '../domains/auth/answer-forgotten-password.ts';
import type { Env } from '../env.ts';
import { sweepAuditDaily } from '../services/audit-retention.ts';
import { systemClock } from '../services/clock.ts';
import { createWorker } from '../services/jobs/worker.ts';
import { mailHandler } from '../services/mail/deliver-mail.ts';
import { openMailTransport } from '../services/mail/open-transport.ts';
import { createMailQueue } from '../services/mail/queue-mail.ts';

export interface BackgroundWork {
  /** Finishes what is under way, or gives it back to the table. */
  stop(): Promise<void>;
}

/** Starts what this process does outside requests: it takes its share of the jobs table, and keeps the audit. */
export function startBackgroundWork({ env, db, log }: { env: Env; db: Db; log: FastifyBaseLogger }): BackgroundWork {
  const transport = openMailTransport(env, log);
  const from = { name: env.productName, address: env.mailFrom };
  const mail = createMailQueue(env.productName);
  const handlers = [
    mailHandler({ db, transport, from }),
    forgottenPasswordHandler({ db, env, mail, clock: systemClock }),
  ];
  const worker = createWorker({ db, log, handlers });
  worker.start();
  const retention = sweepAuditDaily({ db, clock: systemClock }, (error) =>
    log.error({ err: error }, 'audit not swept'),
  );
  return {
    async stop() {
      retention.stop();
      await worker.stop();
      transport.close();
    },
  };
}
