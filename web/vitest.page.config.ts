import { defineConfig } from 'vitest/config';
import { engineAssets } from './engine/vite/engine-assets.ts';

/** Parts of the page in happy-dom. Files share what they import, and so the page; see `src/testing/kept-page.ts`. */
export default defineConfig({
  plugins: [engineAssets()],
  test: {
    // In place of its build for Node, which sends differently.
    alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' },
    name: '@overlook/web-page',
    include: ['src/**/*.test.tsx', 'embed/src/**/*.test.tsx'],
    environment: './src/testing/kept-page.ts',
    setupFiles: './src/testing/clean-page.ts',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
