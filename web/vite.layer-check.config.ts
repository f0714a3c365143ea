import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { engineAssets } from './engine/vite/engine-assets.ts';
import { mapWorker } from './engine/vite/map-worker.ts';
import { shaderText } from './engine/vite/shader-text.ts';

/**
 * The page in which `overlook layer check` draws a layer in a browser, and the module that layers import there, of the same
 * copies of deck.gl and luma.gl. It is apart from the product, whose pages do not come in more pieces because of it.
 */
export default defineConfig({
  plugins: [react(), engineAssets(), shaderText()],
  publicDir: false,
  worker: { format: 'es', plugins: () => [mapWorker()] },
  build: {
    outDir: 'dist/layer-check',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    minify: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      input: { page: 'layer-check.html', 'layers/v1/overlook-layers': 'embed/src/layers/overlook-layers.ts' },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: ({ name }) => (name === 'page' ? 'assets/[name]-[hash].js' : '[name].js') },
    },
  },
});
