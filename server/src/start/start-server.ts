import { type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, type Db, isDiskFull, type MocNotice, type NoticeWatch, openDatabase } from '@overlook/db';
import { buildApp } from '../app.ts';
import { checkOf } from '../cli/check-of.ts';
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
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { type FileStores, openStores } from '../storage/folders/open-stores.ts';
import { listElsewhere } from '../storage/objects/two-stores.ts';
import { createAccess } from '../sessions/access.ts';
import { createBroadcast } from '../services/broadcast.ts';
import { systemClock } from '../services/clock.ts';
import { releaseOrphans } from '../services/jobs/leases.ts';
import { createHealthProbes, type HealthProbes } from '../services/health/health-probes.ts';
import { createPasswords, type Passwords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { everyDay } from '../services/every-day.ts';
import { keepBuild } from '../files/kept-builds.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';
import { createClosers } from './closers.ts';
import { listenFailure } from './free-port.ts';
import { makeFolders } from './make-folders.ts';
import { createSeedProgress } from './seed-progress.ts';
import { startSweepingIncoming } from './sweeps.ts';
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

interface Stores extends FileStores {
  readonly env: Env;
  readonly database: Database;
  readonly passwords: Passwords;
}

async function seed(
  { env, database, filesDir, objects, folders, passwords }: Stores,
  signal: AbortSignal,
): Promise<void> {
  const progress = createSeedProgress(process.stderr);
  try {
    await seedDemo({
      db: database.db,
      dataDir: resolve(env.dataDir),
      filesDir,
      objects,
      folders,
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

/** The operations of the command line, for commands on this machine. */
function openChannel(stores: Stores & { healthProbes: HealthProbes }, onChange: () => void): Promise<OperatorChannel> {
  const { env, database, healthProbes, ...others } = stores;
  const { convertMemoryMb } = env;
  const secrets = createSecretBox(env);
  const opened = { ...others, db: database.db, env, secrets };
  const check = checkOf({ ...opened, healthProbes });
  const operations = operatorOperations({ ...opened, check, convertMemoryMb, onChange });
  return createOperatorChannel({ dataDir: resolve(env.dataDir), operations });
}

/** Keeps the parts of the web app of this build, for pages that are open when another one is installed. */
const startKeepingBuilds = ({ log, ...build }: { webDir: string; objects: ObjectStore; log: FastifyBaseLogger }) =>
  everyDay(
    () => keepBuild({ ...build, clock: systemClock }),
    (error: unknown) => log.error({ err: error }, 'the build of the web app is not kept'),
  );

/** Releases the jobs of a killed process at once, where no other process can have them. */
async function releaseLeft(db: Db, log: FastifyBaseLogger): Promise<void> {
  await releaseOrphans(db).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    log.error({ err: error }, 'the disk is full: the server reads, and refuses changes');
  });
}

/**
 * Starts a server: database, demo, then listening. Where the operator can correct the cause of a failure, the error's
 * message is a line for the operator (`PortTakenError`, `DatabaseUnavailableError`); opened resources are closed again.
 * Once `signal` is aborted it is not ready any more; the caller calls `stop`. Without `works` other processes do the work outside requests.
 */
export async function startServer(
  env: Env,
  signal: AbortSignal,
  { works = true }: { works?: boolean } = {},
): Promise<RunningServer> {
  const filesDir = resolve(env.dataDir, 'files');
  await makeFolders(filesDir);
  const { databaseUrl, databaseDirectUrl, dataDir } = env;
  const database = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir });
  const closers = createClosers();
  closers.add(() => database.close());
  try {
    const { db } = database;
    const { close, ...files } = await openStores(env, filesDir, db);
    const { objects, folders } = files;
    closers.add(close);
    const passwords = createPasswords();
    await sweepImports({ db, filesDir, folders });
    // Nobody else works on these files: what is unfinished was left by a process that was killed.
    if (database.kind === 'pglite') await sweepRemains({ db, filesDir, objects });
    if (env.demo) await seed({ env, database, ...files, passwords }, signal);
    signal.throwIfAborted();

    let notices: NoticeWatch | null = null;
    const access = createAccess(db, systemClock, { completeUntilMs: () => notices?.completeUntilMs() ?? -Infinity });
    const mocNotices = createBroadcast<MocNotice>();
    let work: BackgroundWork | null = null;
    notices = await database.watch({
      onAccess: (notice) => access.forget(notice),
      onMoc: (notice) => mocNotices.tell(notice),
      onJob: (kind) => work?.wake(kind),
    });
    const logger = createLogger(env);
    const demoSources = createDemoSources();
    closers.add(() => demoSources.close());
    const demoSourcesUrl = () => demoSources.url();
    const healthProbes = createHealthProbes(env, filesDir, systemClock, () => listElsewhere(objects));
    const parts = { healthProbes, passwords, access, mocNotices, logger, demoSourcesUrl, stopping: signal };
    const { webDir, guideFile } = builtPaths();
    const app = await buildApp({ env, db, ...files, webDir, guideFile, ...parts });
    closers.add(() => app.close());
    await app.listen({ host: env.host, port: env.port }).catch((error: unknown) => {
      throw listenFailure(error, env.host, env.port) ?? error;
    });
    const onSitesChange = () => access.forget();
    const channel = await openChannel({ env, database, ...files, passwords, healthProbes }, onSitesChange);
    closers.add(() => channel.close());
    if (database.kind === 'pglite') await releaseLeft(db, logger);
    for (const daily of [startKeepingBuilds({ webDir, objects, log: logger }), startSweepingIncoming(filesDir, logger)])
      closers.add(async () => daily.stop());
    if (works) {
      const started = startBackgroundWork({ env, db, ...files, log: logger, onSitesChange });
      work = started;
      closers.add(() => started.stop());
    }
    const { port } = app.server.address() as AddressInfo;
    return { port, log: logger, stop: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
