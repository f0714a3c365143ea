import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderInUseError, openDatabase } from '@overlook/db';
import type { Env } from '../env.ts';
import type { OperationContext, OperationName } from './operations.ts';
import { connectOperator } from './operator-client.ts';

/** The folder of published files, below the data folder. */
const filesFolder = (dataDir: string): string => path.resolve(dataDir, 'files');

/** A job that this process works on. */
export interface WorkUnderWay {
  /** Rejects when the database cannot store the outcome of the job; never resolves. */
  readonly trouble: Promise<never>;
  /** Releases the job unless it has ended. */
  stop(): Promise<void>;
}

/** Runs the operations for the command line: in the running server, or in this process. */
export interface Operator {
  run(operation: OperationName, input: unknown, context: OperationContext): Promise<unknown>;
  /** Whether no server can be running on the database, so that its jobs run here. */
  readonly isAlone: boolean;
  /**
   * Begins to work on one job in this process, unless another process takes it first; null where the server runs its
   * jobs.
   */
  readonly workOff: ((jobId: string) => WorkUnderWay) | null;
  close(): Promise<void>;
}

/** A starting server holds the data folder some seconds before it accepts operations. */
const STARTING_MS = 10_000;

/**
 * The server that runs on this data folder, or this process when there is none. With a PostgreSQL server it is always
 * this process, because that database accepts several processes. Throws `DatabaseUnavailableError`.
 */
export async function openOperator(env: Env): Promise<Operator> {
  if (env.databaseUrl !== null) return openHere(env);
  const giveUpAtMs = Date.now() + STARTING_MS;
  for (;;) {
    const server = await connectOperator(env.dataDir);
    if (server) return { ...server, isAlone: false, workOff: null, close: async () => {} };
    try {
      return await openHere(env);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > giveUpAtMs) throw error;
      await sleep(200);
    }
  }
}

async function openHere(env: Env): Promise<Operator> {
  const { databaseUrl, databaseDirectUrl, dataDir, convertMemoryMb } = env;
  // Loaded only when there is no server: they import most of the program.
  const [
    { operatorOperations },
    { createPasswords },
    { createSecretBox },
    { siteImportHandler },
    { createWorker },
    { releaseOrphans },
    { openStores },
    { checkOf },
  ] = await Promise.all([
    import('./operations.ts'),
    import('../services/password-hashes.ts'),
    import('../services/secret-box.ts'),
    import('../publish/import/import-job.ts'),
    import('../services/jobs/worker.ts'),
    import('../services/jobs/leases.ts'),
    import('../storage/folders/open-stores.ts'),
    import('./check-of.ts'),
  ]);
  const database = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir });
  const { db, kind } = database;
  if (kind === 'pglite') await releaseOrphans(db);
  const filesDir = filesFolder(dataDir);
  const { close, ...files } = await openStores(env, filesDir, db).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const secrets = createSecretBox(env);
  const opened = { db, ...files, env };
  const stores = {
    ...opened,
    passwords: createPasswords(),
    secrets,
    check: checkOf({ ...opened, secrets }),
    convertMemoryMb,
  };
  const operations = operatorOperations(stores);
  // The job itself reports why it fails.
  const log = { warn: () => {}, error: () => {} };
  return {
    run: (operation, input, context) => operations[operation](input, context),
    isAlone: kind === 'pglite',
    workOff(jobId) {
      const handlers = [siteImportHandler({ db, ...files, convertMemoryMb })];
      let onTrouble: ((error: unknown) => void) | undefined;
      const trouble = new Promise<never>((_, reject) => (onTrouble = reject));
      // A person who waits for the job is informed; waiting is optional.
      trouble.catch(() => {});
      const worker = createWorker({ db, log, handlers, places: 1, only: jobId, onTrouble });
      worker.start();
      return { trouble, stop: worker.stop };
    },
    async close() {
      await close();
      await database.close();
    },
  };
}
