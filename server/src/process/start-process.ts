import { type ChildProcess, fork } from 'node:child_process';
import { workerEntry } from './worker-entry.ts';

/** What `runLimited` needs of a process: its messages, its `error` and its end, which is `close`. */
export type LimitedChild = Pick<ChildProcess, 'on' | 'once' | 'send' | 'kill'>;

export interface ProcessLimits {
  /** Memory of JavaScript, MiB. */
  readonly memoryMb: number;
  /** False: the process gets no environment. */
  readonly hasSettings: boolean;
}

/** Starts a `*-worker` module as a process; `worker` and `base` are those of `workerEntry`. */
export function startProcess(worker: string, base: string, { memoryMb, hasSettings }: ProcessLimits): ChildProcess {
  const { file, execArgv } = workerEntry(worker, base);
  return fork(file, {
    // Maps and bytes as they are.
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`, ...execArgv],
    ...(hasSettings ? {} : { env: {} }),
    // Output of readers to the console is ignored; results are sent as messages.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
