import { hasPackages, install, isInstalled, mayInstall, succeeds } from './debian.mjs';

/** Without windows it draws with two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
/** Mesa's software renderer, which needs half the processor time of Chromium's own (e2e/fixtures/software-gl.ts). */
const MESA = 'libegl1 libgl1-mesa-dri';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The other browsers of the tests, and the display that they need. */
const OTHERS = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** Installs Firefox and WebKit where Debian's packages can be installed; without them their tests are skipped by name. */
export async function ensureOtherBrowsers() {
  const missing = OTHERS.filter((name) => !hasPackages(name));
  if (missing.length === 0 || !mayInstall()) return;
  console.error(`Installing ${missing.join(', ')} for the browser tests.`);
  await install(missing.join(' '));
}

/**
 * Makes sure that a browser is there for the tests: CHROMIUM, an installed one, or one of Debian's packages (needs root). On
 * a machine that tests for others (CI) the shell and Mesa are installed even where another browser is. With another
 * browser and without Mesa the tests take longer.
 */
export async function ensureChromium() {
  const hasBrowser = () => NAMES.some(isInstalled);
  const isEnough = process.env.CI ? isInstalled(SHELL) && hasPackages(MESA) : hasBrowser();
  if (process.env.CHROMIUM || isEnough) return;
  console.error('Installing Chromium for the browser tests.');
  if ((await succeeds('apt-get update -qq')) && !(await install(`${SHELL} ${MESA}`)) && !hasBrowser())
    await install('chromium');
  if (hasBrowser()) return;
  console.error('The browser tests need Chromium or Chrome. Install one, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
