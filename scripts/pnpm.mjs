import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

/** The command, with its first arguments, that runs the pinned version of pnpm. */
export const pnpmCommand = () => (hasPinnedPnpm() ? ['pnpm'] : ['npm', 'exec', '--yes', `pnpm@${VERSION}`, '--']);

/**
 * Runs pnpm in the project, in the version that `packageManager` names; npm fetches it where it is not installed. True
 * when it succeeded.
 */
export async function runPnpm(args, stdio) {
  const [command, ...before] = pnpmCommand();
  // This is the pinned version already: it need not look itself up in the lockfile.
  const env = { ...process.env, pnpm_config_pm_on_fail: 'ignore' };
  try {
    const [code] = await once(spawn(command, [...before, ...args], { cwd: ROOT, env, stdio, shell }), 'exit');
    return code === 0;
  } catch (error) {
    console.error(`${command} cannot be started: ${error.message}`);
    return false;
  }
}

/** The same with its output on standard error. Ends this process when pnpm fails. */
export async function pnpm(...args) {
  if (await runPnpm(args, ['ignore', 2, 2])) return;
  console.error(`"pnpm ${args.join(' ')}" failed.`);
  process.exit(1);
}
