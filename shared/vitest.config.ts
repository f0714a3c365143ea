import { defineConfig } from 'vitest/config';

/** Files share what they import: nothing here holds state. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 30_000 } });
