import { defineConfig } from 'vite';
import webConfig from '../../web/vite.config.ts';

/** The harness is built as the product is: same plug-ins, same workers. */
export default defineConfig({
  ...webConfig,
  plugins: webConfig.plugins ?? [],
  root: import.meta.dirname,
  base: '/harness/',
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
});
