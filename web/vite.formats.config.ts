import { defineConfig } from 'vite';
import { compiledMessages } from './vite/compiled-messages.ts';
import { precompress } from './vite/precompress.ts';

/**
 * What modules of formats import, with the loaders that come with the viewer: added to the folder of the product's build. It is apart
 * from it, so that the page before sign-in does not come in more pieces, and works in a worker: chunks are loaded without a page.
 */
export default defineConfig({
  plugins: [compiledMessages(), precompress({ isAddition: true })],
  // Addresses count from the module, which a page of another origin has loaded.
  base: './',
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // A page preloads what a chunk needs; a worker has no place for that.
    lib: { entry: { 'overlook-formats': 'embed/src/layers/overlook-formats.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        entryFileNames: 'layers/v1/[name].js',
        chunkFileNames: 'assets/formats-[name]-[hash].js',
        minify: true,
      },
    },
  },
});
