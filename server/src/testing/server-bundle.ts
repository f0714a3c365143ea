import path from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the server as a build bundles it. */
    serverBundle: string;
  }
}

/** File of the bundled server that tests start as a process: `main`, `cli`, or the name of a worker or of a test's own entry. */
export const bundled = (entry: string): string => path.join(inject('serverBundle'), `${entry}.js`);
