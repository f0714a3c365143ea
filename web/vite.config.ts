import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './vite/compiled-messages.ts';
import { declarations } from './vite/declarations.ts';
import { engineAssets } from './engine/vite/engine-assets.ts';
import { mapWorker } from './engine/vite/map-worker.ts';
import { precompress } from './vite/precompress.ts';
import { preloadList } from './vite/preload-list.ts';
import { shaderText } from './engine/vite/shader-text.ts';

/** Where `vite dev` finds the server; set OVERLOOK_SERVER when it does not listen on its usual port. */
const server = process.env['OVERLOOK_SERVER'] ?? 'http://127.0.0.1:4500';

/** Modules that others import by a constant address. */
const STABLE_ENTRIES = {
  'embed/v1/overlook-viewer': 'embed/src/viewer/overlook-viewer.ts',
  'layers/v1/overlook-layers': 'embed/src/layers/overlook-layers.ts',
};

/** Small modules that every page needs, in one file: each file costs some bytes of its own. */
const BASICS =
  /createLucideIcon|web\/src\/ui\/(?:class-names|button\/icon-button)\.|icons\/(?:eye|eye-off|circle-alert|circle-exclamation-point)\.|login-form\.module|password-field\.|node_modules\/react\//;

/** The same for their dependencies, which load nothing of the interface. */
const BASE = /preload-helper|shared\/src\/config\/(?:governor|photos|point-color-modes|product|stage|ui)\.ts/;

export default defineConfig({
  plugins: [react(), engineAssets(), shaderText(), declarations(), compiledMessages(), preloadList(), precompress()],
  resolve: {
    // Two copies of luma would each hold their own device registry, and a model of one could not draw on the other.
    dedupe: ['@luma.gl/core', '@luma.gl/engine', '@luma.gl/webgl', '@luma.gl/shadertools', 'react', 'react-dom'],
  },
  worker: { format: 'es', plugins: () => [mapWorker(), compiledMessages()] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Fonts and pictures stay files, so that the content security policy needs no data: for them.
    assetsInlineLimit: 0,
    manifest: true,
    // Browsers without module preloading load the same files a little later; all that we support since 2024 have it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: 'index.html', ...STABLE_ENTRIES },
      // Other modules import the stable ones.
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'basics', test: BASICS },
          ],
        },
        // The entry names each chunk that sign-in waits for: seven characters of each tell its contents apart as well as eight.
        // A chunk has the name of its module, or of the folder of an index, which is `src` for the engine.
        chunkFileNames: ({ name }) => `assets/${name === 'src' ? 'engine' : name}-[hash:7].js`,
        entryFileNames: ({ name }) => (name in STABLE_ENTRIES ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server },
      '/trpc': { target: server },
      '/user-guide.pdf': { target: server },
    },
  },
});
