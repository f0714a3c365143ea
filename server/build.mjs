/**
 * Bundles the server into `dist`: `main.js`, `cli.js` and every `*-worker.js`, side by side with their shared chunks.
 * The workspace's own packages are inlined; packages from the registry stay where they are installed. Migrations are
 * copied beside the bundle.
 */
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const workers = (await readdir('src', { recursive: true }))
  .filter((path) => path.endsWith('-worker.ts'))
  .map((path) => join('src', path));

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/main.ts', 'src/cli.ts', ...workers],
  outdir: 'dist',
  entryNames: '[name]',
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  plugins: [
    {
      name: 'registry-packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@overlook/') ? null : { path, external: true },
        );
      },
    },
  ],
});
await cp('../db/migrations', 'dist/migrations', { recursive: true });
