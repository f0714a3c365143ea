import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { engineAssets } from './vite/engine-assets.ts';
import { mapWorker } from './vite/map-worker.ts';
import { precompress } from './vite/precompress.ts';

/** Where `vite dev` finds the server; set OVERLOOK_SERVER when it does not listen on its usual port. */
const server = process.env['OVERLOOK_SERVER'] ?? 'http://127.0.0.1:4500';

export default defineConfig({
  plugins: [react(), engineAssets(), precompress()],
  resolve: {
    // Two copies of luma would each hold their own device registry, and a model of one could not draw on the other.
    dedupe: ['@luma.gl/core', '@luma.gl/engine', '@luma.gl/webgl', '@luma.gl/shadertools', 'react', 'react-dom'],
  },
  worker: { format: 'es', plugins: () => [mapWorker()] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Fonts and pictures stay files, so that the content security policy needs no data: for them.
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: {
      '/api': { target: server },
      '/trpc': { target: server },
      '/user-guide.pdf': { target: server },
    },
  },
});
