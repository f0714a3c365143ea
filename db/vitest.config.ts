import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/bundle-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
