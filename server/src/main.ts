import { DatabaseUnavailableError, isDiskFull } from '@overlook/db';
import { readEnv, WrongEnvironmentError } from './env.ts';
import { expectFreePort, PortTakenError } from './start/free-port.ts';
import { FAULT_EXIT_CODE, watchForFaults } from './start/faults.ts';
import { greeting } from './start/greeting.ts';

/** Requests that are still being answered this long after the server stopped listening are cut off. */
const STOP_WITHIN_MS = 10_000;

const say = (line: string) => process.stderr.write(`${line}\n`);
const isOperators = (error: unknown): error is Error =>
  error instanceof WrongEnvironmentError ||
  error instanceof DatabaseUnavailableError ||
  error instanceof PortTakenError;

/** Runs the server until it is told to stop, or until a fault; returns the exit code of the process. */
async function run(): Promise<number> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  let exitCode = 0;
  let isDrained = true;
  const beginStop = () => {
    if (!stopping.signal.aborted) say('Stopping.');
    stopping.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(exitCode || 1);
      // A person at the keyboard does not wait for load balancers.
      isDrained = name === 'SIGTERM';
      beginStop();
    });

  const env = readEnv(process.env);
  await expectFreePort(env.host, env.port);
  // Loaded after the checks, so that mistakes of the operator are reported immediately.
  const { startServer } = await import('./start/start-server.ts');
  const server = await startServer(env, stopping.signal);
  watchForFaults(server.log, () => {
    exitCode = FAULT_EXIT_CODE;
    beginStop();
  });
  process.stdout.write(greeting(env, server.port));
  await stopped;
  // While it drains, `/readyz` refuses and everything else is answered: proxies send new requests elsewhere.
  if (isDrained) await new Promise((resolve) => setTimeout(resolve, env.drainSeconds * 1000));
  setTimeout(() => process.exit(exitCode || 1), STOP_WITHIN_MS).unref();
  await server.stop();
  return exitCode;
}

try {
  process.exit(await run());
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  if (isOperators(error)) say(error.message);
  else if (isDiskFull(error)) say('The disk of DATA_DIR is full. Free some space and start again.');
  else console.error(error);
  process.exit(1);
}
