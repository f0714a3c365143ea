/**
 * Bundles the server into `dist`: `main.js`, `cli.js` and every `*-worker.js`, side by side with their shared chunks.
 * The workspace's own packages are inlined; packages from the registry stay where they are installed. Migrations are
 * copied beside the bundle, and the user guide is made from docs/guide.
 */
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildGuide } from './guide/build-guide.mjs';

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

/** The product's name and version, from the file that says them to the product itself. */
async function product() {
  const { outputFiles } = await build({
    entryPoints: ['../shared/src/config/product.ts'],
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { PRODUCT_NAME, PRODUCT_VERSION } = await product();
const guide = await buildGuide({ dir: '../docs/guide', productName: PRODUCT_NAME, version: PRODUCT_VERSION });
await writeFile('dist/guide.pdf', guide.pdf);
