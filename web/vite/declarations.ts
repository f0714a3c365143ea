import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/embed/api/viewer-api.ts', import.meta.url));

/** Vite plugin: puts the declarations beside the element's module. Their source declares types alone, so it is used as it is. */
export function declarations(): Plugin {
  return {
    name: 'overlook:declarations',
    apply: 'build',
    async generateBundle() {
      const source = await readFile(SOURCE, 'utf8');
      this.emitFile({ type: 'asset', fileName: 'embed/v1/overlook-viewer.d.ts', source });
    },
  };
}
