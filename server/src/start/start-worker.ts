import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { openDatabase } from '@overlook/db';
import type { Env } from '../env.ts';
import { createLogger } from '../http/logging.ts';
import { openStores } from '../storage/folders/open-stores.ts';
import { addProbes } from '../http/probes.ts';
import { startBackgroundWork } from './background-work.ts';
import { createClosers } from './closers.ts';
import { listenFailure } from './free-port.ts';
import { makeFolders } from './make-folders.ts';
import { startSweepingIncoming } from './sweeps.ts';
import type { WorkKind } from '../services/jobs/work-kinds.ts';

export interface RunningWorker {
  readonly log: FastifyBaseLogger;
  /** The port that answers probes; null where none was asked for. */
  readonly port: number | null;
  /** Releases the running jobs, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

interface WorkerParts {
  readonly kinds: readonly WorkKind[];
  /** 0 for any free one; null for no probes. */
  readonly port: number | null;
}

/**
 * Starts a process that answers no people: it works through jobs of these kinds. Where the operator can correct the cause of a
 * failure, the error's message is a line for the operator.
 */
export async function startWorker(env: Env, signal: AbortSignal, { kinds, port }: WorkerParts): Promise<RunningWorker> {
  const filesDir = resolve(env.dataDir, 'files');
  await makeFolders(filesDir);
  const closers = createClosers();
  try {
    const { databaseUrl, databaseDirectUrl, dataDir } = env;
    const database = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir });
    closers.add(() => database.close());
    const { db } = database;
    const log = createLogger(env);
    const { objects, folders, close } = await openStores(env, filesDir, db);
    closers.add(close);
    // Servers hear of changed sites by the database.
    const work = startBackgroundWork({ env, db, filesDir, objects, folders, log, kinds, onSitesChange: () => {} });
    closers.add(() => work.stop());
    const sweeping = startSweepingIncoming(filesDir, log);
    closers.add(async () => sweeping.stop());
    await database.watch({ onJob: (kind) => work.wake(kind) });
    return { log, port: await answerProbes(), stop: closers.closeAll };

    async function answerProbes(): Promise<number | null> {
      if (port === null) return null;
      const app = fastify({ loggerInstance: log });
      addProbes(app, { db, env, filesDir, objects, log }, signal);
      closers.add(() => app.close());
      await app.listen({ host: env.host, port }).catch((error: unknown) => {
        throw listenFailure(error, env.host, port) ?? error;
      });
      return (app.server.address() as AddressInfo).port;
    }
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
