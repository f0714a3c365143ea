import type { Worker } from 'node:worker_threads';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { startThread } from '../../../process/worker-thread.ts';
import type { AnswerOf, BuildTask, RequestOf, ThreadMessage } from './build-messages.ts';

/** A thread that does one task at a time. */
export class BuildThread {
  readonly #worker: Worker;

  constructor(private readonly onPoints: (count: number) => void) {
    this.#worker = startThread('build-worker', import.meta.url);
  }

  /** Throws `ImportRefusedError`, or the error of the thread. */
  run<T extends BuildTask>(task: T, request: RequestOf<T>): Promise<AnswerOf<T>> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (step: () => void) => {
        worker.off('message', onMessage);
        worker.off('error', onError);
        worker.off('exit', onExit);
        step();
      };
      const onMessage = (message: ThreadMessage) => {
        if (message.kind === 'points') this.onPoints(message.count);
        else if (message.kind === 'done') settle(() => resolve(message.answer as AnswerOf<T>));
        else if (message.kind === 'failed') settle(() => reject(withCode(message)));
        else settle(() => reject(new ImportRefusedError(message.file, message.place, message.reason)));
      };
      const onError = (error: unknown) => settle(() => reject(error));
      const onExit = () => settle(() => reject(new Error('A thread of the build ended early.')));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ task, request });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

const withCode = ({ error, code }: ThreadMessage & { kind: 'failed' }): unknown =>
  error instanceof Error && code !== null ? Object.assign(error, { code }) : error;

/** The threads of one build. All of them are ended when the signal is aborted, even in the middle of a task. */
export class BuildThreads {
  readonly #threads: readonly BuildThread[];
  readonly #stop = () => void this.end();

  constructor(
    count: number,
    onPoints: (points: number) => void,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#threads = Array.from({ length: count }, () => new BuildThread(onPoints));
    signal?.addEventListener('abort', this.#stop);
  }

  get count(): number {
    return this.#threads.length;
  }

  /**
   * Runs the same task on all threads in parallel, each with its own request. Rejects with the signal's reason when
   * that is aborted.
   */
  async onEach<T extends BuildTask>(task: T, requestOf: (thread: number) => RequestOf<T>): Promise<AnswerOf<T>[]> {
    return this.#unlessAborted(Promise.all(this.#threads.map((thread, index) => thread.run(task, requestOf(index)))));
  }

  /** Tasks in order, each by the next free thread; answers in the same order. */
  async forAll<T extends BuildTask>(task: T, requests: readonly RequestOf<T>[]): Promise<AnswerOf<T>[]> {
    const answers: AnswerOf<T>[] = [];
    let next = 0;
    await this.whileAny(() => {
      if (next === requests.length) return null;
      const index = next++;
      return async (thread) => {
        answers[index] = await thread.run(task, requests[index]!);
      };
    });
    return answers;
  }

  /**
   * Gives each free thread what `next` returns, until nothing runs any more and `next` returns null. `next` is called
   * again after each piece of work.
   */
  async whileAny(next: () => ((thread: BuildThread) => Promise<void>) | null): Promise<void> {
    const free = [...this.#threads];
    const running = new Set<Promise<void>>();
    for (;;) {
      for (let work = free.length > 0 ? next() : null; work; work = free.length > 0 ? next() : null) {
        const thread = free.shift()!;
        const ran: Promise<void> = work(thread).finally(() => {
          free.push(thread);
          running.delete(ran);
        });
        running.add(ran);
      }
      if (running.size === 0) return;
      await this.#unlessAborted(Promise.race(running));
    }
  }

  /** Can be called twice. */
  async end(): Promise<void> {
    this.signal?.removeEventListener('abort', this.#stop);
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  async #unlessAborted<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      this.signal?.throwIfAborted();
      return result;
    } catch (error) {
      this.signal?.throwIfAborted();
      throw error;
    }
  }
}
