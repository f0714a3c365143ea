import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const START_AGAIN_MS = 500;

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  /** What it prints is added to this file. */
  readonly logFile: string;
  isReady(): Promise<boolean>;
  /** Called when it ends and nobody has ended it; it is started again, as a manager of services does. */
  onOwnEnd(what: string): void;
}

/** A process that faults end and its supervisor starts again. */
export interface SupervisedProcess {
  readonly name: string;
  readonly pid: number;
  /** Returns when it is ready. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end; returns the exit code, null where the signal has ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  suspend(): void;
  resume(): void;
  /** Ends it with every process that it has started. */
  remove(): void;
}

/** Whether a port of this machine takes connections. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Waits until `isReady` is true. Throws after a minute unless another time is given. */
export async function waitUntil(
  what: string,
  isReady: () => Promise<boolean>,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const until = Date.now() + withinMs;
  while (!(await isReady())) {
    if (Date.now() > until) throw new Error(`It was not so within ${withinMs / 1000} s: ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}

export function superviseProcess(program: Program): SupervisedProcess {
  let child: ChildProcess | null = null;
  const groups: number[] = [];
  let isWanted = false;
  const hasEnded = () => child === null || child.exitCode !== null || child.signalCode !== null;
  function spawnOnce(): void {
    const log = openSync(program.logFile, 'a');
    const started = spawn(program.command, program.args, {
      env: { PATH: process.env['PATH'], ...program.env },
      stdio: ['ignore', log, log],
      // A group of its own, so that its own children can be ended with it.
      detached: true,
      ...program.user,
    });
    closeSync(log);
    child = started;
    groups.push(started.pid!);
    started.once('exit', (code, signal) => {
      if (!isWanted || child !== started) return;
      program.onOwnEnd(`${program.name} has ended by itself with ${code ?? signal}`);
      setTimeout(() => isWanted && hasEnded() && spawnOnce(), START_AGAIN_MS);
    });
  }

  return {
    name: program.name,
    get pid() {
      return child!.pid!;
    },
    async start() {
      isWanted = true;
      spawnOnce();
      await waitUntil(`${program.name} is ready (its log: ${program.logFile})`, () => program.isReady());
    },
    async end(signal) {
      isWanted = false;
      if (hasEnded()) return child?.exitCode ?? null;
      const gone = once(child!, 'exit');
      child!.kill(signal);
      const [code] = (await gone) as [number | null];
      return code;
    },
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    remove() {
      isWanted = false;
      for (const group of groups)
        try {
          process.kill(-group, 'SIGKILL');
        } catch {
          // It has ended.
        }
    },
  };
}
