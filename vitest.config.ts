import { defineConfig } from 'vitest/config';

/** Unit and contract tests of all packages in one run; each package keeps its own settings beside its sources. */
export default defineConfig({
  test: {
    projects: [
      'shared',
      'db',
      'server',
      'web',
      'web/vitest.page.config.ts',
      'e2e',
      { test: { name: 'docs', include: ['scripts/**/*.test.mjs'], testTimeout: 120_000, hookTimeout: 180_000 } },
    ],
    // Each worker of db and server keeps a migrated database that its suites copy: a few hundred megabytes.
    maxWorkers: 2,
  },
});
