/**
 * What packages for hosts have in place of addresses: workers and compiled decoders are part of the package, because bundlers treat
 * `new URL('…', import.meta.url)` in different ways, and a package must not depend on files of one version of a server.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { decoderLibrary, engineAssets } from '../../engine/vite/engine-assets.ts';
import { shaderText } from '../../engine/vite/shader-text.ts';
import { compiledMessages } from '../compiled-messages.ts';

/** The workspace packages that archives are made of lie here. */
const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const WORKER = '?worker&url';
const WASM = /^virtual:overlook\/([\w-]+)-wasm$/;
const BYTES = /^virtual:overlook\/([\w-]+)-bytes$/;

/** Replaces modules of the sources by others; paths count from the folder of the web app. */
export function replaceModules(replaced: Readonly<Record<string, string>>): Plugin {
  const byFile = new Map(Object.entries(replaced).map(([from, to]) => [SOURCES + from, SOURCES + to]));
  return {
    name: 'overlook:replace-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/^(?:\.|@overlook\/)/.test(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (found && byFile.get(found.id)) ?? null;
    },
  };
}

/** In workers: a compiled decoder is its name, by which the worker asks its page. */
function wasmNames(): Plugin {
  return {
    name: 'overlook:wasm-names',
    enforce: 'pre',
    resolveId: (id) => (WASM.test(id) ? `\0name:${id}` : null),
    load(id) {
      const name = WASM.exec(id.replace('\0name:', ''))?.[1];
      return name ? `export default ${JSON.stringify(name)};` : null;
    },
  };
}

/** Modules that texts of workers contain, for the notices of their licences. */
export const modulesOfWorkers = new Set<string>();

async function workerText(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      wasmNames(),
      replaceModules({
        'engine/src/content/fetch-wasm.ts': 'engine/src/packaged/asked-wasm.ts',
        'engine/src/content/archives/own-archive.ts': 'engine/src/packaged/no-own-archives.ts',
      }),
      engineAssets(),
      shaderText(),
      compiledMessages(),
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: file, formats: ['es'], fileName: 'worker' },
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as {
    output: { type: string; code?: string; moduleIds?: string[] }[];
  };
  const chunks = output.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1) throw new Error(`The worker ${file} has ${chunks.length} parts in place of one.`);
  for (const id of chunks[0]!.moduleIds!) modulesOfWorkers.add(id);
  return chunks[0]!.code!;
}

/** Vite plugin: `?worker&url` gives the text of a worker, and `virtual:overlook/<name>-bytes` a compiled decoder in Base64. */
export function workerTexts(): Plugin {
  return {
    name: 'overlook:worker-texts',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (BYTES.test(source)) return `\0${source}`;
      if (!source.endsWith(WORKER)) return null;
      const found = await this.resolve(source.slice(0, -WORKER.length), importer, { ...options, skipSelf: true });
      return found && `\0worker:${found.id.slice(SOURCES.length)}.js`;
    },
    async load(id) {
      const name = BYTES.exec(id.slice(1))?.[1];
      if (id.startsWith('\0') && name) {
        const bytes = await readFile(decoderLibrary(name, 'wasm'));
        return `export default ${JSON.stringify(bytes.toString('base64'))};`;
      }
      if (!id.startsWith('\0worker:')) return null;
      return `export default ${JSON.stringify(await workerText(SOURCES + id.slice('\0worker:'.length, -'.js'.length)))};`;
    },
  };
}
