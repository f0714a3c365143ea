import { defineConfig } from 'vitest/config';
import { engineAssets } from './vite/engine-assets.ts';

export default defineConfig({
  plugins: [engineAssets()],
  test: { include: ['src/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
});
