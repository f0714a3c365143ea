import { spawnSync } from 'node:child_process';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const installed = () => NAMES.some((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);

/** Makes sure that a browser is there for the tests: CHROMIUM, an installed one, or Debian's package (needs root). */
export function ensureChromium() {
  if (process.env.CHROMIUM || installed()) return;
  console.error('Installing Chromium for the browser tests.');
  for (const command of ['apt-get update -qq', 'apt-get install -y -qq chromium']) {
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 2, 2] });
  }
  if (installed()) return;
  console.error('The browser tests need Chromium or Chrome. Install one, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
