import type { Worker } from 'node:worker_threads';
import { startThread } from '../../process/worker-thread.ts';
import type { SiteRun } from './site-run.ts';
import type { Report, Task } from './site-work.ts';

interface Answer {
  readonly id: number;
  readonly report: Report;
  readonly error?: string;
}

/** A few worker threads that take tasks in order and give their reports back in the same order. */
export class WorkerPool {
  readonly #workers: Worker[];

  constructor(size: number) {
    this.#workers = Array.from({ length: size }, () => startThread('demo-worker', import.meta.url));
  }

  /** Tells every worker the next site. */
  async begin(run: SiteRun): Promise<void> {
    await Promise.all(this.#workers.map((worker, id) => ask(worker, { id, run })));
  }

  /**
   * Runs all tasks; `onDone` is called after each, with the number of finished tasks. Rejects with the first failure,
   * or the signal's reason, after which the pool must be destroyed.
   */
  async run(tasks: readonly Task[], onDone: (ended: number) => void, signal?: AbortSignal): Promise<Report[]> {
    const reports: Report[] = Array.from({ length: tasks.length }, () => null);
    let next = 0;
    let ended = 0;
    const serve = async (worker: Worker) => {
      while (next < tasks.length) {
        signal?.throwIfAborted();
        const id = next++;
        reports[id] = await ask(worker, { id, task: tasks[id]! });
        onDone(++ended);
      }
    };
    await Promise.all(this.#workers.map(serve));
    return reports;
  }

  /** Ends the threads; safe to call twice. */
  async destroy(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.terminate()));
  }
}

function ask(worker: Worker, message: { id: number; run?: SiteRun; task?: Task }): Promise<Report> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      settle();
    };
    const onMessage = (answer: Answer) =>
      finish(() => (answer.error === undefined ? resolve(answer.report) : reject(new Error(answer.error))));
    const onError = (error: unknown) => finish(() => reject(error));
    const onExit = (code: number) => finish(() => reject(new Error(`A demo worker ended with code ${code}.`)));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(message);
  });
}
