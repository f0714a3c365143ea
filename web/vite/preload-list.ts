import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What sign-in is followed by, by the source of a chunk: the page and the engine; then the base map, which the model does not wait for. */
const FIRST = ['src/app/signed-in.tsx', 'engine/src/index.ts'];
const LATER = ['engine/src/basemap/maplibre-basemap.ts'];

/** Workers that start with the first stage. */
const FIRST_WORKERS = /^assets\/(?:renderer|content)-worker-[^.]+\.js$/;
const LATER_WORKERS = /^assets\/map-worker-[^.]+\.js$/;

/** Files by their address. */
interface Files {
  /** Modules that are imported. */
  modules: string[];
  /** Workers and styles. */
  others: string[];
}

/** Files of the build that are loaded before sign-in. */
export interface PreloadList {
  /** What the first tile needs. */
  first: Files;
  /** What is loaded when `first` has arrived, so that a slow connection does not share itself between the two. */
  later: Files;
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The files that the chunks of {@link FIRST} and {@link LATER} load, without those that the page itself has loaded. */
function preloadListOf(bundle: Rolldown.OutputBundle): PreloadList {
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
  const rootsOf = (sources: readonly string[]) =>
    sources.map((source) => {
      const chunk = chunks.find(isOf(source));
      if (!chunk) throw new Error(`The build has no chunk for ${source}; has it moved?`);
      return chunk;
    });
  const entry = closureOf(chunks.filter(({ name, isEntry }) => isEntry && name === 'index'));
  const first = closureOf(rootsOf(FIRST));
  const later = closureOf(rootsOf(LATER));
  const filesOf = (wanted: readonly Chunk[], workers: RegExp): Files => ({
    modules: wanted.map(({ fileName }) => `/${fileName}`),
    others: [
      ...Object.keys(bundle).filter((file) => workers.test(file)),
      ...new Set(wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
    ].map((file) => `/${file}`),
  });
  return {
    first: filesOf(
      [...first].filter((chunk) => !entry.has(chunk)),
      FIRST_WORKERS,
    ),
    later: filesOf(
      [...later].filter((chunk) => !entry.has(chunk) && !first.has(chunk)),
      LATER_WORKERS,
    ),
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
