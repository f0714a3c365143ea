import { DatabaseUnavailableError, isDiskFull } from '@overlook/db';
import type { FastifyBaseLogger } from 'fastify';
import { type Env, readEnv, WrongEnvironmentError } from '../env.ts';
import { UsageError } from '../errors/failure.ts';
import { StoreFailedError } from '../errors/store-failed.ts';
import { FAULT_EXIT_CODE, watchForFaults } from './faults.ts';
import { PortTakenError } from './free-port.ts';

/** Requests that are still being answered this long after the process stopped listening are cut off. */
const STOP_WITHIN_MS = 10_000;

const say = (line: string) => process.stderr.write(`${line}\n`);
const isOperators = (error: unknown): error is Error =>
  error instanceof WrongEnvironmentError ||
  error instanceof DatabaseUnavailableError ||
  error instanceof StoreFailedError ||
  error instanceof PortTakenError ||
  error instanceof UsageError;

/** A part of the product that runs until it is stopped. */
export interface Running {
  readonly log: FastifyBaseLogger;
  /** Printed when it is ready. */
  readonly greeting: string;
  /** Seconds between SIGTERM and the stop, in which it still answers. */
  readonly drainSeconds: number;
  /** Finishes what runs, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a part of the product; once `signal` is aborted it is not ready any more. */
export type Start = (env: Env, signal: AbortSignal) => Promise<Running>;

/** Runs it until it is told to stop, or until a fault; returns the exit code of the process. */
async function run(start: Start, variables: NodeJS.ProcessEnv): Promise<number> {
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
  const running = await start(readEnv(variables), stopping.signal);
  watchForFaults(running.log, () => {
    exitCode = FAULT_EXIT_CODE;
    beginStop();
  });
  process.stdout.write(running.greeting);
  await stopped;
  // While it drains, `/readyz` refuses and everything else is answered: proxies send new requests elsewhere.
  if (isDrained) await new Promise((resolve) => setTimeout(resolve, running.drainSeconds * 1000));
  setTimeout(() => process.exit(exitCode || 1), STOP_WITHIN_MS).unref();
  await running.stop();
  return exitCode;
}

/** Runs a part of the product as this process, in this environment, and ends the process with it. */
export async function runProcess(start: Start, variables: NodeJS.ProcessEnv): Promise<never> {
  try {
    process.exit(await run(start, variables));
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') process.exit(0);
    if (isOperators(error)) say(error.message);
    else if (isDiskFull(error)) say('The disk of DATA_DIR is full. Free some space and start again.');
    else console.error(error);
    process.exit(1);
  }
}
