import { cp, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));

const LAYER_CHECK = fileURLToPath(new URL('../web/src/layer-check/overlook-layer-check.ts', import.meta.url));

/** Packages of hundreds of small files: loading them takes longer than the work of most workers. */
const INLINED = /^(zod|drizzle-orm)(\/|$)/;

/**
 * Bundles the server into a folder of this package: `main.js`, `cli.js` and every `*-worker.js`, side by side with their
 * shared chunks. The workspace's own packages and two external ones are inlined; the others are loaded from where they
 * are installed. The migrations are copied beside the bundle.
 * @param {string} outdir
 * @param {string[]} more Further entries, by their paths below `src`.
 */
export async function bundleServer(outdir, more = []) {
  const workers = (await readdir(SOURCES, { recursive: true })).filter(
    (path) => path.endsWith('-worker.ts') && !path.includes('testing/'),
  );
  await build({
    absWorkingDir: SOURCES,
    entryPoints: ['main.ts', 'cli.ts', ...workers, ...more],
    outdir,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    sourcemap: true,
    plugins: [
      {
        name: 'registry-packages-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@overlook/') || INLINED.test(path)
              ? null
              : { path, external: true },
          );
        },
      },
    ],
  });
  await cp(MIGRATIONS, `${outdir}/migrations`, { recursive: true });
  await bundleLayerCheck(outdir);
}

/**
 * The viewer's side of `overlook layer check` with deck.gl, as one file that needs no packages: `layer-check.js`.
 * @param {string} outdir
 */
async function bundleLayerCheck(outdir) {
  await build({
    entryPoints: { 'layer-check': LAYER_CHECK },
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node22.12',
  });
}
