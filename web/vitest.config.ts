import { defineConfig } from 'vitest/config';
import { engineAssets } from './vite/engine-assets.ts';

/** What needs no page; `vitest.page.config.ts` has the rest. Files share what they import, which takes half of the time. */
export default defineConfig({
  plugins: [engineAssets()],
  test: { include: ['src/**/*.test.ts', 'vite/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 180_000 },
});
