/** What tests need of Debian's packages. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Runs a line of the shell. True when it succeeded. */
export async function succeeds(command) {
  const [code] = await once(spawn('sh', ['-c', command], { stdio: ['ignore', 2, 2] }), 'exit');
  return code === 0;
}

export const isInstalled = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
export const hasPackages = (names) => spawnSync('sh', ['-c', `dpkg -s ${names}`]).status === 0;
export const mayInstall = () => process.getuid?.() === 0 && isInstalled('apt-get');
/** True when it succeeded. */
export const install = (names) => succeeds(`apt-get install -y -qq --no-install-recommends ${names}`);
