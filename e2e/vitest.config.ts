import { defineConfig } from 'vitest/config';
import { engineAssets } from '../web/engine/vite/engine-assets.ts';

/** Tests across packages that need no browser. */
export default defineConfig({
  plugins: [engineAssets()],
  test: { include: ['readers/*.test.ts', 'cluster/*.test.ts'], testTimeout: 120_000, hookTimeout: 180_000 },
});
