import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const VERSION = packageManager.split('@')[1];
// On Windows npm and pnpm are scripts, which only a shell can start.
const shell = process.platform === 'win32';

const hasPinnedPnpm = () => {
  const { stdout } = spawnSync('pnpm', ['--version'], { cwd: ROOT, encoding: 'utf8', shell });
  return stdout?.trim() === VERSION;
};

/** Runs pnpm in the project, in the version that `packageManager` names; npm fetches it where it is not installed. */
export function runPnpm(args, stdio) {
  const [command, ...before] = hasPinnedPnpm() ? ['pnpm'] : ['npm', 'exec', '--yes', `pnpm@${VERSION}`, '--'];
  // This is the pinned version already: it need not look itself up in the lockfile.
  const env = { ...process.env, pnpm_config_pm_on_fail: 'ignore' };
  const { status, error } = spawnSync(command, [...before, ...args], { cwd: ROOT, env, stdio, shell });
  if (error) console.error(`${command} cannot be started: ${error.message}`);
  return status === 0;
}

/** The same with its output on standard error. Ends this process when pnpm fails. */
export function pnpm(...args) {
  if (runPnpm(args, ['ignore', 2, 2])) return;
  console.error(`"pnpm ${args.join(' ')}" failed.`);
  process.exit(1);
}
