import { mkdir } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, DatabaseUnavailableError, isDiskFull, type MocNotice, openDatabase } from '@overlook/db';
import { buildApp } from '../app.ts';
import { operatorOperations } from '../cli/operations.ts';
import { createOperatorChannel, type OperatorChannel } from '../cli/operator-channel.ts';
import { createDemoSources } from '../demo/sources/demo-sources.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import { createLogger } from '../http/logging.ts';
import { importSite } from '../publish/import/import-site.ts';
import { makePlan } from '../publish/site-plan/make-plan.ts';
import { sweepImports } from '../publish/register/sweep-imports.ts';
import { createAccess } from '../sessions/access.ts';
import { createBroadcast } from '../services/broadcast.ts';
import { systemClock } from '../services/clock.ts';
import { releaseOrphans } from '../services/jobs/leases.ts';
import { createPasswords, type Passwords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { startBackgroundWork } from './background-work.ts';
import { listenFailure } from './free-port.ts';
import { createSeedProgress } from './seed-progress.ts';
import { sweepRemains } from './sweep-remains.ts';

/** The outputs of the builds, relative to `server/src/start` and to the bundle in `server/dist`. */
const BUILT = {
  '.ts': { webDir: '../../../web/dist', guideFile: '../../dist/guide.pdf' },
  '.js': { webDir: '../../web/dist', guideFile: 'guide.pdf' },
} as const;

function builtPaths(): { webDir: string; guideFile: string } {
  const from = BUILT[import.meta.url.endsWith('.ts') ? '.ts' : '.js'];
  const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  return { webDir: pathOf(from.webDir), guideFile: pathOf(from.guideFile) };
}

export interface RunningServer {
  readonly port: number;
  readonly log: FastifyBaseLogger;
  /** Finishes running requests, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

async function makeFolders(filesDir: string): Promise<void> {
  await mkdir(join(filesDir, 'models'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseUnavailableError(`The data folder ${filesDir} cannot be written to (${error.code}).`);
  });
}

interface Stores {
  readonly env: Env;
  readonly database: Database;
  readonly filesDir: string;
  readonly passwords: Passwords;
}

async function seed({ env, database, filesDir, passwords }: Stores, signal: AbortSignal): Promise<void> {
  const progress = createSeedProgress(process.stderr);
  try {
    await seedDemo({
      db: database.db,
      dataDir: resolve(env.dataDir),
      filesDir,
      passwords,
      importSite,
      makePlan,
      // Loaded only when it is needed: most starts do not create the demo.
      generateDemo: async (options) => {
        process.stderr.write('Building the demo site. This happens once.\n');
        const { generateDemo } = await import('../demo/generate-demo.ts');
        return generateDemo({ ...options, detail: env.demoDetail, captures: env.demoCaptures });
      },
      onProgress: (stage, fraction) => progress.show(stage, fraction),
      signal,
    });
  } finally {
    progress.end();
  }
}

/**
 * Starts a server: database, demo, then listening. Where the operator can correct the cause of a failure, the error's
 * message is a line for the operator (`PortTakenError`, `DatabaseUnavailableError`); opened resources are closed again.
 * Once `signal` is aborted it is not ready any more; the caller calls `stop`.
 */
export async function startServer(env: Env, signal: AbortSignal): Promise<RunningServer> {
  const filesDir = resolve(env.dataDir, 'files');
  await makeFolders(filesDir);
  const database = await openDatabase({ databaseUrl: env.databaseUrl ?? undefined, dataDir: env.dataDir });
  const closers: (() => Promise<unknown>)[] = [() => database.close()];
  const closeAll = async () => {
    while (closers.length > 0) await closers.pop()!();
  };
  try {
    const { db } = database;
    const passwords = createPasswords();
    await sweepImports({ db, filesDir });
    // Nobody else works on these files: what is unfinished was left by a process that was killed.
    if (database.kind === 'pglite') await sweepRemains({ db, filesDir });
    if (env.demo) await seed({ env, database, filesDir, passwords }, signal);
    signal.throwIfAborted();

    const access = createAccess(db, systemClock);
    const mocNotices = createBroadcast<MocNotice>();
    await database.watch({ onAccess: (notice) => access.forget(notice), onMoc: (notice) => mocNotices.tell(notice) });
    const logger = createLogger(env);
    const demoSources = createDemoSources();
    closers.push(() => demoSources.close());
    const demoSourcesUrl = () => demoSources.url();
    const parts = { passwords, access, mocNotices, logger, demoSourcesUrl, stopping: signal };
    const { webDir, guideFile } = builtPaths();
    const app = await buildApp({ env, db, filesDir, webDir, guideFile, ...parts });
    closers.push(() => app.close());
    await app.listen({ host: env.host, port: env.port }).catch((error: unknown) => {
      throw listenFailure(error, env.host, env.port) ?? error;
    });
    const secrets = createSecretBox(env);
    const operations = operatorOperations({
      db,
      env,
      filesDir,
      passwords,
      secrets,
      convertMemoryMb: env.convertMemoryMb,
      onChange: () => access.forget(),
    });
    const channel: OperatorChannel = await createOperatorChannel({ dataDir: resolve(env.dataDir), operations });
    closers.push(() => channel.close());
    if (database.kind === 'pglite')
      await releaseOrphans(db).catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
        logger.error({ err: error }, 'the disk is full: the server reads, and refuses changes');
      });
    const onSitesChange = () => access.forget();
    const work = startBackgroundWork({ env, db, filesDir, webDir, log: logger, onSitesChange });
    closers.push(() => work.stop());
    let stopping: Promise<void> | null = null;
    const { port } = app.server.address() as AddressInfo;
    return { port, log: logger, stop: () => (stopping ??= closeAll()) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
