import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of its own, which a test may restart. */
export interface ScratchCluster {
  readonly url: string;
  /** Ends all connections, like a restart by the operator, and returns when it answers again. */
  restart(): void;
  /** Stops it and removes its files. */
  remove(): void;
}

/** Where distributions put the programs of PostgreSQL, newest version first; elsewhere they are looked for in PATH. */
function programsFolder(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? `/usr/lib/postgresql/${newest}/bin/` : '';
}

/** PostgreSQL refuses to run as root: then its files and processes belong to the user `postgres`, or `nobody`. */
function otherUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: '-u' | '-g', name: string) =>
    Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      continue;
    }
  return null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts a server in a folder of its own on a free port of this machine; null where PostgreSQL is not installed. */
export async function createScratchCluster(): Promise<ScratchCluster | null> {
  const programs = programsFolder();
  const user = otherUser();
  const run = (name: string, args: string[]) =>
    execFileSync(`${programs}${name}`, args, { stdio: 'ignore', cwd: tmpdir(), ...user });
  try {
    run('initdb', ['--version']);
  } catch {
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'overlook-cluster-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const control = (...args: string[]) =>
    run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', ...args]);
  control('-o', settings, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => control('-m', 'fast', 'restart'),
    remove() {
      control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
