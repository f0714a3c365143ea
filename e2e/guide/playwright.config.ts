import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { ROOT } from '../fixtures/server.ts';
import { browserWith, softwareGl } from '../fixtures/software-gl.ts';
import browserTests from '../playwright.config.ts';

/** Takes the pictures of the user guide, with the server and the browser of the tests: `pnpm run guide-pictures`. */
export default defineConfig({
  ...browserTests,
  testDir: '.',
  testMatch: 'pictures.ts',
  timeout: 300_000,
  projects: [{ name: 'guide', use: { launchOptions: browserWith(softwareGl()) } }],
  reporter: 'list',
  outputDir: path.join(ROOT, '.cache/guide-pictures'),
});
