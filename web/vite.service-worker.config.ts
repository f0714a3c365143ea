import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';

/** The service worker: one classic script, which browsers without modules in service workers run too, at a fixed address. */
export default defineConfig({
  plugins: [precompress({ isAddition: true })],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: { 'service-worker': 'src/service-worker/service-worker.ts' },
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
});
