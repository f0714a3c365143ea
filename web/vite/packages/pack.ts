import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { layerContract } from '../layer-declarations.ts';
import { declarationsOf, sourceOf, withModuleNames } from '../declarations.ts';
import { entryFile, HOST_PACKAGES, manifestOf, packageVersion } from './manifests.ts';
import { noticesOf } from './notices.ts';
import { tarGz } from './tar.ts';
import { modulesOfWorkers } from './worker-texts.ts';

const TEXTS = new URL('../../packages/', import.meta.url);
const PRODUCT = new URL('../../package.json', import.meta.url);

/** Declarations of the package itself, which hosts do not load by address. */
const OWN: Readonly<Record<string, string>> = {
  'overlook-viewer': `
/**
 * Defines \`<overlook-viewer>\`, unless it is defined already, by the module of the server, \`https://overlook.example\`. Rejects with
 * RangeError for a wrong address, and with Error if the server cannot be reached. Does nothing on a server that prepares pages.
 */
export declare function loadOverlookViewer(server: string): Promise<void>;
`,
  'overlook-layers': `
/**
 * Loads the deck.gl classes of the viewer of a server: layers of another copy cannot draw on its device. Rejects with RangeError for
 * a wrong address.
 */
export declare function loadLayerClasses(
  server: string,
): Promise<typeof import('@deck.gl/core') & typeof import('@deck.gl/layers')>;
`,
};

/** Declarations by file name: those of the entries, and of what they name. */
async function declarationFiles(name: string): Promise<Map<string, string>> {
  const { entries } = HOST_PACKAGES[name]!;
  const fileOf = new Map(Object.entries(entries).map(([path, { types }]) => [types[0]!, entryFile(path)]));
  const files = new Map<string, string>();
  const add = async (module: string): Promise<string> => {
    const file = fileOf.get(module) ?? module;
    if (files.has(file)) return file;
    files.set(file, '');
    const own = fileOf.has(module) ? (OWN[module] ?? '') : '';
    files.set(file, await named((await textOf(module, fileOf.has(module))) + own, add));
    return file;
  };
  for (const module of fileOf.keys()) await add(module);
  return new Map([...files].map(([file, text]) => [`${file}.d.ts`, text]));
}

/** The element's names in TypeScript belong to one package only. */
async function textOf(module: string, isEntry: boolean): Promise<string> {
  if (module === 'overlook-layers') return layerContract();
  if (module === 'overlook-viewer' && isEntry) return declarationsOf(module);
  const source = await sourceOf(module);
  return module === 'overlook-viewer-react' ? source.replace('  server?: string;', '  server: string;') : source;
}

async function named(text: string, add: (module: string) => Promise<string>): Promise<string> {
  const files = new Map<string, string>();
  withModuleNames(text, (file) => (files.set(file, ''), file));
  for (const file of files.keys()) files.set(file, await add(file === 'viewer-api' ? 'overlook-viewer' : file));
  return withModuleNames(text, (file) => `./${files.get(file)!}.js`);
}

/** Vite plugin: makes an archive of what was built, where the server serves it, under its name and under that of its version. */
export function packed(name: string): Plugin {
  let [outDir, root] = ['', ''];
  const modules = new Set<string>();
  return {
    name: 'overlook:packed',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') for (const id of part.moduleIds) modules.add(id);
    },
    async closeBundle() {
      const version = packageVersion((JSON.parse(await readFile(PRODUCT, 'utf8')) as { version: string }).version);
      const files = new Map<string, string>();
      const built = await readdir(outDir, { recursive: true, withFileTypes: true });
      for (const entry of built) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile()) files.set(relative(outDir, path), await readFile(path, 'utf8'));
      }
      for (const [file, text] of await declarationFiles(name)) files.set(file, text);
      files.set('package.json', `${JSON.stringify(manifestOf(name, version), null, 2)}\n`);
      files.set('README.md', await readFile(new URL(`${name}.md`, TEXTS), 'utf8'));
      for (const text of ['CHANGELOG.md', 'LICENSE']) files.set(text, await readFile(new URL(text, TEXTS), 'utf8'));
      files.set('THIRD-PARTY-NOTICES', await noticesOf([...modules, ...modulesOfWorkers]));
      const archive = tarGz(new Map([...files].map(([path, text]) => [`package/${path}`, text])));
      for (const file of [`overlook-${name}.tgz`, `overlook-${name}-${version}.tgz`]) {
        const path = join(root, 'dist/embed/v1', file);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, archive);
      }
    },
  };
}
