import { DatabaseUnavailableError, isDiskFull } from '@overlook/db';
import { readEnv, WrongEnvironmentError } from './env.ts';
import { expectFreePort, PortTakenError } from './start/free-port.ts';
import { greeting, unusedSettings } from './start/greeting.ts';

/** Requests that are still being answered after this long are cut off. */
const STOP_WITHIN_MS = 10_000;

const say = (line: string) => process.stderr.write(`${line}\n`);
const isOperators = (error: unknown): error is Error =>
  error instanceof WrongEnvironmentError ||
  error instanceof DatabaseUnavailableError ||
  error instanceof PortTakenError;

async function run(): Promise<void> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1);
      say('Stopping.');
      stopping.abort();
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    });

  const env = readEnv(process.env);
  for (const line of unusedSettings(env)) say(line);
  await expectFreePort(env.host, env.port);
  // Loaded after the checks, so that mistakes of the operator are reported immediately.
  const { startServer } = await import('./start/start-server.ts');
  const server = await startServer(env, stopping.signal);
  process.stdout.write(greeting(env, server.port));
  await stopped;
  await server.stop();
}

try {
  await run();
  process.exit(0);
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  if (isOperators(error)) say(error.message);
  else if (isDiskFull(error)) say('The disk of DATA_DIR is full. Free some space and start again.');
  else console.error(error);
  process.exit(1);
}
