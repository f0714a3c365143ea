import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresPrograms, postgresUser } from '@overlook/db/testing';
import { runProgram } from './run-program.ts';

/** A PostgreSQL primary and a standby that every commit waits for. */
export interface PostgresPair {
  /** Ports of both, always in this order. */
  readonly ports: readonly [number, number];
  readonly primaryPort: number;
  /** Ends the primary as a power cut does, and makes the standby the primary. */
  promote(): Promise<void>;
  /** Makes a new standby in place of the former primary. Until then commits wait for nobody. */
  rejoin(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts both in a folder of their own and makes an empty database of this name. */
export async function startPostgresPair(
  folder: string,
  ports: readonly [number, number],
  database: string,
): Promise<PostgresPair> {
  const programs = postgresPrograms();
  const user = postgresUser();
  const run = (name: string, ...args: string[]) => runProgram(`${programs}${name}`, args, { user });
  const dataOf = (node: number) => join(folder, `node-${node}`);
  const control = (node: number, ...args: string[]) =>
    run('pg_ctl', '-D', dataOf(node), '-l', join(folder, `node-${node}.log`), '-w', '-t', '60', ...args);
  const settingsOf = (node: number) =>
    `-p ${ports[node]} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  const start = (node: number) => control(node, '-o', settingsOf(node), 'start');
  const ask = (node: number, statement: string) =>
    run('psql', '-h', '127.0.0.1', '-p', String(ports[node]), '-U', 'postgres', '-Xqc', statement);
  let primary: 0 | 1 = 0;

  const stop = (node: number) => control(node, '-m', 'immediate', 'stop').catch(() => '');
  async function waitForStandby(names: string): Promise<void> {
    await ask(primary, `alter system set synchronous_standby_names = '${names}'`);
    await ask(primary, 'select pg_reload_conf()');
  }
  async function addStandby(node: number): Promise<void> {
    await rm(dataOf(node), { recursive: true, force: true });
    const source = ['-h', '127.0.0.1', '-p', String(ports[primary]), '-U', 'postgres'];
    await run('pg_basebackup', ...source, '-D', dataOf(node), '-R', '-X', 'stream', '-c', 'fast');
    await start(node);
    await waitForStandby('*');
  }

  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  await run('initdb', '-D', dataOf(0), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  await start(0);
  await ask(0, `create database ${database}`);
  await addStandby(1);
  return {
    ports,
    get primaryPort() {
      return ports[primary];
    },
    async promote() {
      await stop(primary);
      primary = primary === 0 ? 1 : 0;
      await control(primary, 'promote');
      await waitForStandby('');
    },
    rejoin: () => addStandby(primary === 0 ? 1 : 0),
    async remove() {
      await Promise.all([stop(0), stop(1)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
