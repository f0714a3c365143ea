/**
 * In place of `process/start-process.ts` in tests: a process that has answered is kept for the next request with the same
 * limits, because starting one and loading its modules takes longer than the work of most tests. One that is killed or
 * ends by itself is gone, as in the product.
 */
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
// By its whole path: `./start-process.ts` is replaced by this module.
import { type LimitedChild, type ProcessLimits, startProcess as startAlone } from '../process/start-process.ts';

export interface KeptRequest {
  readonly worker: string;
  /** The message for the worker. */
  readonly message: object;
}

/** What the process sends where one that is not kept would end. */
export type KeptEnd = 'ended';

/** Each request leaves the thread behind that watches its memory. */
const MOST_REQUESTS = 20;

interface Kept {
  readonly child: ChildProcess;
  requests: number;
}

/** Idle processes by the limits with which they were started. */
const idle = new Map<string, Kept[]>();

export function startProcess(worker: string, base: string, limits: ProcessLimits): LimitedChild {
  // Foreign code may change the process in which it runs.
  if (!limits.hasSettings) return startAlone(worker, base, limits);
  const key = String(limits.memoryMb);
  const kept = idle.get(key)?.pop() ?? { child: startAlone('kept-process-entry', base, limits), requests: 0 };
  kept.requests += 1;
  return lend(kept, worker, () => {
    if (kept.requests < MOST_REQUESTS) idle.set(key, [...(idle.get(key) ?? []), kept]);
    else kept.child.kill('SIGKILL');
  });
}

/** One request's view of the process. `onIdle` is called when it may have the next. */
function lend({ child }: Kept, worker: string, onIdle: () => void): LimitedChild {
  const view = new EventEmitter();
  child.ref();
  child.channel?.ref();
  const end = (isIdle: boolean) => {
    child.off('message', hear).off('error', fail).off('close', stop);
    child.unref();
    child.channel?.unref();
    if (isIdle) onIdle();
    view.emit('close');
  };
  const hear = (message: unknown) =>
    void (message === ('ended' satisfies KeptEnd) ? end(true) : view.emit('message', message));
  const fail = (error: Error) => void view.emit('error', error);
  const stop = () => end(false);
  child.on('message', hear).on('error', fail).on('close', stop);
  return Object.assign(view, {
    send: (message: object, sent: () => void) => child.send({ worker, message } satisfies KeptRequest, sent),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }) as unknown as LimitedChild;
}
