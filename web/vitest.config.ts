import { defineConfig } from 'vitest/config';
import { engineAssets } from './engine/vite/engine-assets.ts';

/**
 * Tests without a page; `vitest.page.config.ts` has the others. Test files share their imported modules, which halves
 * the time.
 */
export default defineConfig({
  plugins: [engineAssets()],
  test: {
    // In place of its build for Node, which sends differently.
    alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' },
    include: ['src/**/*.test.ts', 'vite/*.test.ts', 'engine/{src,vite}/**/*.test.ts', 'embed/src/**/*.test.ts'],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
