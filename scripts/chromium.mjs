import { spawnSync } from 'node:child_process';

/** Without windows it draws with two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const succeeds = (command) => spawnSync('sh', ['-c', command], { stdio: ['ignore', 2, 2] }).status === 0;
const isInstalled = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/**
 * Makes sure that a browser is there for the tests: CHROMIUM, an installed one, or one of Debian's packages (needs root). On
 * a machine that tests for others (CI) the shell is installed even where another browser is.
 */
export function ensureChromium() {
  const isEnough = () => (process.env.CI ? isInstalled(SHELL) : NAMES.some(isInstalled));
  if (process.env.CHROMIUM || isEnough()) return;
  console.error('Installing Chromium for the browser tests.');
  if (succeeds('apt-get update -qq')) {
    if (!succeeds(`apt-get install -y -qq ${SHELL}`) && !NAMES.some(isInstalled))
      succeeds('apt-get install -y -qq chromium');
  }
  if (NAMES.some(isInstalled)) return;
  console.error('The browser tests need Chromium or Chrome. Install one, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
