import { defineConfig } from 'vitest/config';

/** Files share what they import: nothing here holds state. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 180_000 },
});
