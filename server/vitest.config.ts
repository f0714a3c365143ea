import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inTests = (find: string, own: string) => ({
  find,
  replacement: fileURLToPath(new URL(`src/testing/${own}`, import.meta.url)),
});

export default defineConfig({
  resolve: {
    alias: [inTests('./worker-entry.ts', 'bundled-worker-entry.ts'), inTests('./start-process.ts', 'kept-process.ts')],
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
