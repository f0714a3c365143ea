import { defineConfig } from 'vite';
import { compiledMessages } from './vite/compiled-messages.ts';
import { precompress } from './vite/precompress.ts';

/**
 * The page of public links and frames, and the client of frames for host pages: added to the folder of the product's build. They are
 * apart from it, so that the page before sign-in does not come in more pieces; the viewer itself they load by its address.
 */
export default defineConfig({
  plugins: [compiledMessages(), precompress({ isAddition: true })],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { visit: 'visit.html', 'overlook-frame': 'embed/src/viewer/frame/overlook-frame.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: ({ name }) => (name === 'overlook-frame' ? 'embed/v1/[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/visit-[name]-[hash].js',
      },
    },
  },
});
