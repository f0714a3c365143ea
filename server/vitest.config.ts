import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: [
      {
        find: './worker-entry.ts',
        replacement: fileURLToPath(new URL('src/testing/bundled-worker-entry.ts', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'guide/*.test.mjs', 'reference/*.test.ts'],
    globalSetup: ['src/testing/scratch-setup.mjs', 'src/testing/bundle-setup.mjs'],
    // Test files share their imported modules: loading Fastify, drizzle and the schemas takes a second for each file.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
