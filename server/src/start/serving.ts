import type { ProcessRequest } from '../cli/command.ts';
import { UsageError } from '../errors/failure.ts';
import { expectFreePort } from './free-port.ts';
import { greeting } from './greeting.ts';
import type { Start } from './run-process.ts';
import type { WorkKind } from '../services/jobs/work-kinds.ts';

const needsPostgres = (what: string) =>
  new UsageError(
    `${what} needs DATABASE_URL: the embedded database has one process. npm start serves and works in that one.`,
  );

/** The server; with `works` it also does the work outside requests. */
export const serving =
  ({ works }: { works: boolean }): Start =>
  async (env, signal) => {
    if (!works && env.databaseUrl === null) throw needsPostgres('overlook serve');
    await expectFreePort(env.host, env.port);
    // Loaded after the checks, so that mistakes of the operator are reported immediately.
    const { startServer } = await import('./start-server.ts');
    const server = await startServer(env, signal, { works });
    return { ...server, greeting: greeting(env, server.port), drainSeconds: env.drainSeconds };
  };

/** Work outside requests of these kinds alone; `port` answers probes. */
const working =
  ({ kinds, port }: { kinds: readonly WorkKind[]; port: number | null }): Start =>
  async (env, signal) => {
    if (env.databaseUrl === null) throw needsPostgres('overlook worker');
    if (port !== null) await expectFreePort(env.host, port);
    const { startWorker } = await import('./start-worker.ts');
    const worker = await startWorker(env, signal, { kinds, port });
    // Nobody sends it requests.
    return { ...worker, greeting: `${env.productName} works: ${kinds.join(', ')}\n`, drainSeconds: 0 };
  };

/** What a command of the command line runs. */
export const started = (request: ProcessRequest): Start =>
  request.process === 'serve' ? serving({ works: false }) : working(request);
