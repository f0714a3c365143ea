import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { postgresPrograms, postgresUser } from './postgres-programs.ts';

/** A PostgreSQL server of its own, which a test may restart. */
export interface ScratchCluster {
  readonly url: string;
  /** Ends all connections, like a restart by the operator, and returns when it answers again. */
  restart(): void;
  /** Starts a standby that a commit waits for. Returns the URL of both. */
  addStandby(): Promise<string>;
  /** Ends the primary as a power cut does; the standby takes its place. */
  failOver(): void;
  /** Stops it and removes its files. */
  remove(): void;
}

/** Starts a server in a folder of its own on a free port of this machine; null where PostgreSQL is not installed. */
export async function createScratchCluster(): Promise<ScratchCluster | null> {
  const programs = postgresPrograms();
  const user = postgresUser();
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
  const copy = join(folder, 'copy');
  const port = await freePort();
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settingsOf = (own: number) =>
    `-p ${own} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const control = (of: string, ...args: string[]) =>
    run('pg_ctl', ['-D', of, '-l', join(folder, 'log'), '-w', '-t', '60', ...args]);
  const ask = (own: number, statement: string) =>
    run('psql', ['-h', '127.0.0.1', '-p', String(own), '-U', 'postgres', '-c', statement]);
  let standbyPort: number | null = null;
  control(data, '-o', settingsOf(port), 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => control(data, '-m', 'fast', 'restart'),
    async addStandby() {
      standbyPort = await freePort();
      run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-D', copy, '-R', '-c', 'fast']);
      control(copy, '-o', settingsOf(standbyPort), 'start');
      ask(port, "alter system set synchronous_standby_names = '*'");
      ask(port, 'select pg_reload_conf()');
      return `postgres://postgres@127.0.0.1:${port},127.0.0.1:${standbyPort}/postgres`;
    },
    failOver() {
      control(data, '-m', 'immediate', 'stop');
      control(copy, 'promote');
    },
    remove() {
      for (const one of standbyPort === null ? [data] : [copy, data])
        try {
          control(one, '-m', 'immediate', 'stop');
        } catch {
          // It has failed over.
        }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
