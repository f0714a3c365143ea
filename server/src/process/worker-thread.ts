import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { workerEntry } from './worker-entry.ts';

/**
 * Starts a `*-worker` module as a thread; `worker` and `base` are those of `workerEntry`. From sources it is TypeScript, and
 * a thread does not inherit its parent's loader, so a line of JavaScript registers tsx there first.
 */
export function startThread(worker: string, base: string): Worker {
  const { file } = workerEntry(worker, base);
  if (!file.endsWith('.ts')) return new Worker(file);
  // `require` finds the CommonJS half of the package; the hook needs the ES module beside it.
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const [loaderUrl, fileUrl] = [pathToFileURL(loader).href, pathToFileURL(file).href].map((url) => JSON.stringify(url));
  const start = `import(${loaderUrl}).then(({ register }) => { register(); return import(${fileUrl}); })`;
  return new Worker(start, { eval: true, execArgv: [] });
}
