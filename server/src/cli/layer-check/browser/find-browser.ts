import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Browsers of the Chromium family, by the names of their programs. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Path of an installed browser; null where none is found. */
export async function findBrowser(): Promise<string | null> {
  const script = NAMES.map((name) => `command -v ${name}`).join(' || ');
  return run('sh', ['-c', script]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}
