import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCES = new URL('../src/', import.meta.url);

/** Declarations of what hosts import, by the name of the module that they lie beside. Their sources declare types alone. */
export const DECLARATIONS: Readonly<Record<string, string>> = {
  'overlook-viewer': 'embed/api/viewer-api.ts',
  'overlook-viewer-react': 'embed-deck/declarations/overlook-viewer-react.ts',
  'overlook-deck': 'embed-deck/declarations/overlook-deck.ts',
  'overlook-deck-react': 'embed-deck/declarations/overlook-deck-react.ts',
  'overlook-maplibre': 'embed-deck/declarations/overlook-maplibre.ts',
  'overlook-frame': 'embed-deck/declarations/overlook-frame.ts',
  'overlook-formats': 'layers/declarations/overlook-formats.ts',
};

/** Path of the declarations in the build, beside their module. */
const servedPath = (name: string): string =>
  `${DECLARATIONS[name]!.startsWith('layers/') ? 'layers' : 'embed'}/v1/${name}.d.ts`;

/** The declarations of a module as they are served: others are named by the modules that they lie beside. */
export async function declarationsOf(name: string): Promise<string> {
  const source = await readFile(fileURLToPath(new URL(DECLARATIONS[name]!, SOURCES)), 'utf8');
  return source.replaceAll(/from '\.[^']*\/([\w-]+)\.ts'/g, (_all, file: string) => {
    const other = file === 'viewer-api' ? 'overlook-viewer' : file;
    if (!(other in DECLARATIONS)) throw new Error(`${name} names ${file}, which is not served.`);
    return `from './${other}.js'`;
  });
}

/** Vite plugin: puts declarations beside the modules of `/embed/v1/` and `/layers/v1/`. */
export function declarations(): Plugin {
  return {
    name: 'overlook:declarations',
    apply: 'build',
    async generateBundle() {
      for (const name of Object.keys(DECLARATIONS)) {
        const source = await declarationsOf(name);
        this.emitFile({ type: 'asset', fileName: servedPath(name), source });
      }
    },
  };
}
