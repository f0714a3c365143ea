import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './fixtures/chromium.ts';
import { DATA_DIR, ORIGIN, PORT, ROOT } from './fixtures/server.ts';

/**
 * Browser tests against a server started for them, on a data folder of their own. One worker: a software renderer takes
 * every core there is, and tests that wait on the engine's state do not care how long it takes.
 */
export default defineConfig({
  testDir: './specs',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A second try on the machine that decides, so that a stall of a shared machine is not a verdict; none at a desk.
  retries: process.env['CI'] ? 1 : 0,
  outputDir: path.join(ROOT, '.cache/browser-tests'),
  reporter: [['list'], ['json', { outputFile: path.join(ROOT, '.cache/browser.json') }]],
  use: {
    baseURL: ORIGIN,
    viewport: { width: 900, height: 600 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
  },
  webServer: {
    command: `node ${path.join(ROOT, 'server/dist/main.js')}`,
    url: `${ORIGIN}/readyz`,
    // The first start makes the demo site.
    timeout: 1_200_000,
    reuseExistingServer: process.env['E2E_PORT'] !== undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(PORT), DATA_DIR, DEMO: 'true', FEATURES: 'organisation', LOG_LEVEL: 'error' },
    stdout: 'pipe',
  },
});
