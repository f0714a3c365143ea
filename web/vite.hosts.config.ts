import { defineConfig } from 'vite';
import { engineAssets } from './engine/vite/engine-assets.ts';
import { compiledMessages } from './vite/compiled-messages.ts';
import { precompress } from './vite/precompress.ts';
import { shaderText } from './engine/vite/shader-text.ts';

/**
 * Libraries that a host page provides itself: two copies of deck.gl, luma.gl, React or MapLibre could not work with
 * each other.
 */
const OF_THE_HOST = /^(@deck\.gl|@luma\.gl|@loaders\.gl|react|react-dom|maplibre-gl)(\/|$)/;

/**
 * The modules for hosts with a deck.gl, React or MapLibre of their own: added to the folder of the product's build, with bare
 * imports that the host's bundler or import map resolves (docs/decisions/0030).
 */
export default defineConfig({
  plugins: [engineAssets(), shaderText(), compiledMessages(), precompress({ isAddition: true })],
  // Addresses count from the module, which a page of another origin has loaded.
  base: './',
  publicDir: false,
  worker: { format: 'es', plugins: () => [engineAssets(), compiledMessages()] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        'overlook-deck': 'embed/src/deck/overlook-deck.ts',
        'overlook-deck-react': 'embed/src/deck/overlook-deck-react.tsx',
        'overlook-viewer-react': 'embed/src/deck/overlook-viewer-react.ts',
        'overlook-maplibre': 'embed/src/deck/overlook-maplibre.ts',
      },
      external: OF_THE_HOST,
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: 'embed/v1/[name].js',
        chunkFileNames: 'assets/hosts-[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
});
