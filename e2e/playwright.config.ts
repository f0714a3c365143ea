import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { DATA_DIR, HOST_ORIGIN, ORIGIN, PORT, REPORT_FILE, RESULTS_DIR, ROOT } from './fixtures/server.ts';
import { browserWith, softwareGl, WITHOUT_GL } from './fixtures/software-gl.ts';
import type { Options } from './fixtures/test.ts';

/**
 * Browser tests against a server started for them, on a data folder of their own. One worker: tests share the server's
 * accounts, and a software renderer uses every core. `npm test` runs the two projects at once, each against its
 * own server (scripts/browser-tests.mjs).
 */
export default defineConfig<Options>({
  testDir: './specs',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A second try on the machine that decides, so that a stall of a shared machine is not a verdict; none at a desk.
  retries: process.env['CI'] ? 1 : 0,
  outputDir: RESULTS_DIR,
  reporter: [['list'], ['json', { outputFile: REPORT_FILE }]],
  use: {
    baseURL: ORIGIN,
    viewport: { width: 900, height: 600 },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Tests that look at requests or hold them back see none that a service worker answers; its own spec allows it.
    serviceWorkers: 'block',
    keepsCaches: true,
  },
  projects: [
    {
      name: 'interface',
      testIgnore: /specs.(stage|embedding)/,
      use: { hasWebGl: false, launchOptions: browserWith(WITHOUT_GL) },
    },
    { name: 'stage', testMatch: /specs.(stage|embedding)/, use: { launchOptions: browserWith(softwareGl()) } },
  ],
  webServer: {
    command: `node ${path.join(ROOT, 'server/dist/main.js')}`,
    url: `${ORIGIN}/readyz`,
    // The first start makes the demo site.
    timeout: 1_200_000,
    reuseExistingServer: process.env['E2E_PORT'] !== undefined && process.env['E2E_RUN'] === undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR,
      DEMO: 'true',
      FEATURES: 'organisation',
      EMBED_ORIGINS: HOST_ORIGIN,
      LOG_LEVEL: 'error',
    },
    stdout: 'pipe',
  },
});
