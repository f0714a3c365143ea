import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'guide/*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
