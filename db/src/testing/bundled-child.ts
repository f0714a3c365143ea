import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundles that `bundle-setup.ts` makes. */
    childBundle: string;
  }
}

/** File of a bundled program that tests start as a process of its own. */
export const bundledChild = (name: 'open-in-child' | 'write-in-child'): string =>
  join(inject('childBundle'), `${name}.js`);
