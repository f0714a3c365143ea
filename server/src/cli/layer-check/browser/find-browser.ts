import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Program names of Chromium-based browsers. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Returns the path of an installed browser; null for none. */
export async function findBrowser(): Promise<string | null> {
  const script = NAMES.map((name) => `command -v ${name}`).join(' || ');
  return run('sh', ['-c', script]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}
