import { parentPort } from 'node:worker_threads';
import type { SiteRun } from './site-run.ts';
import { SiteWork, type Task } from './site-work.ts';

/** One thread of a demo build: it receives a run once and then does that run's tasks one after another. */
let work: SiteWork | null = null;

parentPort!.on('message', async (message: { readonly run?: SiteRun; readonly task?: Task; readonly id: number }) => {
  try {
    if (message.run) work = new SiteWork(message.run);
    const report = message.task && work ? await work.do(message.task) : null;
    parentPort!.postMessage({ id: message.id, report });
  } catch (error) {
    parentPort!.postMessage({
      id: message.id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
