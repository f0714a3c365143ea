import { defineConfig } from 'vitest/config';

/** Test files share their imported modules: no module here has state. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 180_000 },
});
