import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { layerDeclarations } from './layer-declarations.ts';

const SOURCES = new URL('../embed/src/', import.meta.url);

/** Declarations of what hosts import, by the name of the module that they lie beside. Their sources declare types alone. */
export const DECLARATIONS: Readonly<Record<string, string>> = {
  'overlook-viewer': 'viewer/api/viewer-api.ts',
  'overlook-viewer-react': 'deck/declarations/overlook-viewer-react.ts',
  'overlook-deck': 'deck/declarations/overlook-deck.ts',
  'overlook-deck-react': 'deck/declarations/overlook-deck-react.ts',
  'overlook-maplibre': 'deck/declarations/overlook-maplibre.ts',
  'overlook-frame': 'deck/declarations/overlook-frame.ts',
  'overlook-formats': 'layers/declarations/overlook-formats.ts',
  'overlook-layers': 'layers/layer-definition.ts',
};

/** Path of the declarations in the build, beside their module. */
const servedPath = (name: string): string =>
  `${DECLARATIONS[name]!.startsWith('layers/') ? 'layers' : 'embed'}/v1/${name}.d.ts`;

/** What TypeScript is told of the element, in the file that declares its interface. */
async function elementDeclarations(): Promise<string> {
  const source = await readFile(fileURLToPath(new URL('viewer/api/viewer-element.ts', SOURCES)), 'utf8');
  return source.replaceAll(/^import [^;]*;\n/gm, '');
}

const LAYERS = /^overlook-(?:layers|formats)$/;

/** The declarations of a module as they are served: others are named by the modules that they lie beside. */
export async function declarationsOf(name: string): Promise<string> {
  if (name === 'overlook-viewer') return `${await sourceOf(name)}\n${await elementDeclarations()}`;
  const source = name === 'overlook-layers' ? await layerDeclarations() : await sourceOf(name);
  return withModuleNames(source, (file) => {
    const other = file === 'viewer-api' ? 'overlook-viewer' : file;
    if (!(other in DECLARATIONS)) throw new Error(`${name} names ${file}, which is not served.`);
    return LAYERS.test(name) && !LAYERS.test(other) ? `../../embed/v1/${other}.js` : `./${other}.js`;
  });
}

/** A declaration file as it is in the sources. */
export const sourceOf = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(DECLARATIONS[name]!, SOURCES)), 'utf8');

/** Replaces the relative imports of a declaration file by what `nameOf` gives for a file, which is named without its ending. */
export const withModuleNames = (source: string, nameOf: (file: string) => string): string =>
  source.replaceAll(/from '\.[^']*\/([\w-]+)\.ts'/g, (_all, file: string) => `from '${nameOf(file)}'`);

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
