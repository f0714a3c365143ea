import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What sign-in is followed by, by the source of a chunk: the page, the engine, the base map. */
const SOURCES = ['src/app/signed-in.tsx', 'src/engine/index.ts', 'src/engine/basemap/maplibre-basemap.ts'];

/** Workers that start with the first stage. */
const WORKERS = /^assets\/(?:renderer|content|map)-worker-[^.]+\.js$/;

/** Files of the build that are loaded before sign-in, by their address. */
export interface PreloadList {
  /** Modules that are imported. */
  modules: string[];
  /** Styles and workers. */
  others: string[];
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The files that the chunks of {@link SOURCES} load, without those that the page itself has loaded. */
export function preloadListOf(bundle: Rolldown.OutputBundle): PreloadList {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closureOf = (roots: readonly Chunk[]) => {
    const found = new Set(roots);
    for (const chunk of found)
      for (const file of chunk.imports) {
        const imported = byFile.get(file);
        if (imported) found.add(imported);
      }
    return found;
  };
  const isOf = (source: string) => (chunk: Chunk) => chunk.facadeModuleId?.replaceAll('\\', '/').endsWith(source);
  const roots = SOURCES.map((source) => {
    const chunk = chunks.find(isOf(source));
    if (!chunk) throw new Error(`The build has no chunk for ${source}; has it moved?`);
    return chunk;
  });
  const entry = closureOf(chunks.filter(({ name, isEntry }) => isEntry && name === 'index'));
  const wanted = [...closureOf(roots)].filter((chunk) => !entry.has(chunk));
  const styles = new Set(wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const workers = Object.keys(bundle).filter((file) => WORKERS.test(file));
  return {
    modules: wanted.map(({ fileName }) => `/${fileName}`),
    others: [...styles, ...workers].map((file) => `/${file}`),
  };
}

/** The folder of the product's page: pages of tests and benchmarks take its plug-ins and have no sign-in. */
const PAGE_ROOT = path.resolve(import.meta.dirname, '..');

/** Vite plugin: writes `preloads.json`, which the page before sign-in reads when it has nothing else to do. */
export const preloadList = (): Plugin => ({
  name: 'overlook:preload-list',
  apply: ({ root = process.cwd() }, { command }) => command === 'build' && path.resolve(root) === PAGE_ROOT,
  enforce: 'post',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloadListOf(bundle)) });
  },
});
