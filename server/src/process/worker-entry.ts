import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The arguments of Node for running a worker as a process of its own. */
export interface WorkerEntry {
  readonly file: string;
  /** Options of Node itself. */
  readonly execArgv: readonly string[];
}

/**
 * The entry of a `*-worker` module; `worker` is its name without ending, `base` the `import.meta.url` of a module beside
 * it. In a build all workers lie beside the bundle; from sources they are TypeScript, which tsx loads.
 */
export function workerEntry(worker: string, base: string): WorkerEntry {
  const isSource = base.endsWith('.ts');
  return {
    file: fileURLToPath(new URL(`./${worker}.${isSource ? 'ts' : 'js'}`, base)),
    execArgv: isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
  };
}
