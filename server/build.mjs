/** Builds the server into `dist`: the bundle, the user guide made from docs/guide, and the licences of others. */
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleServer } from './bundle.mjs';
import { writeThirdParty } from '../scripts/third-party.mjs';
import { buildGuide } from './guide/build-guide.mjs';

await rm('dist', { recursive: true, force: true });
await bundleServer(fileURLToPath(new URL('dist', import.meta.url)));

/** The product's name and version, from the constants of the product itself. */
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
writeThirdParty(import.meta.dirname, 'dist');
