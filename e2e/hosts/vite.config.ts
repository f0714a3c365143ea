import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const FOLDER = path.join(import.meta.dirname, 'libraries');

/**
 * The libraries that a host page brings itself, each as a module that an import map can name. They share their chunks, so
 * that there is one deck.gl and one luma.gl on the page.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"development"' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2500,
    rollupOptions: {
      input: Object.fromEntries(readdirSync(FOLDER).map((file) => [path.parse(file).name, path.join(FOLDER, file)])),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
