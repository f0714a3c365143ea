import path from 'node:path';
import { defineConfig } from '@playwright/test';
import {
  dataDirOf,
  hostOriginOf,
  ORIGIN,
  originOf,
  portOf,
  REPORT_FILE,
  RESULTS_DIR,
  ROOT,
  WORKERS,
} from './fixtures/server.ts';
import { browserWith, softwareGl, WITHOUT_GL } from './fixtures/software-gl.ts';
import type { Options } from './fixtures/test.ts';

/**
 * Browser tests against a server started for them, on a data folder of their own. Each worker has its own, because tests
 * share the server's accounts. `npm test` runs the two projects at once (scripts/browser-tests.mjs).
 */
export default defineConfig<Options>({
  testDir: './specs',
  workers: WORKERS,
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
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: `node ${path.join(ROOT, 'server/dist/main.js')}`,
    url: `${originOf(worker)}/readyz`,
    // The first start makes the demo site.
    timeout: 1_200_000,
    reuseExistingServer: process.env['E2E_PORT'] !== undefined && process.env['E2E_RUN'] === undefined,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: String(portOf(worker)),
      DRAIN_SECONDS: '0',
      DATA_DIR: dataDirOf(worker),
      DEMO: 'true',
      DEMO_DETAIL: 'low',
      DEMO_CAPTURES: 'newest',
      FEATURES: 'organisation',
      EMBED_ORIGINS: hostOriginOf(worker),
      LOG_LEVEL: 'error',
    },
    stdout: 'pipe' as const,
  })),
});
