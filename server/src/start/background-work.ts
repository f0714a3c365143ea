import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '@overlook/db';
import type { Env } from '../env.ts';
import { createWorker } from '../services/jobs/worker.ts';
import { mailHandler } from '../services/mail/deliver-mail.ts';
import { openMailTransport } from '../services/mail/open-transport.ts';

export interface BackgroundWork {
  /** Finishes what is under way, or gives it back to the table. */
  stop(): Promise<void>;
}

/** Starts what this process does outside requests: it takes its share of the jobs table. */
export function startBackgroundWork({ env, db, log }: { env: Env; db: Db; log: FastifyBaseLogger }): BackgroundWork {
  const transport = openMailTransport(env, log);
  const from = { name: env.productName, address: env.mailFrom };
  const worker = createWorker({ db, log, handlers: [mailHandler({ db, transport, from })] });
  worker.start();
  return {
    async stop() {
      await worker.stop();
      transport.close();
    },
  };
}
