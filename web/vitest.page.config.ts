import { defineConfig } from 'vitest/config';
import { engineAssets } from './vite/engine-assets.ts';

/** Parts of the page in happy-dom: each file has a page of its own, and so modules of its own, which hold on to it. */
export default defineConfig({
  plugins: [engineAssets()],
  test: { name: '@overlook/web-page', include: ['src/**/*.test.tsx'], testTimeout: 120_000, hookTimeout: 180_000 },
});
