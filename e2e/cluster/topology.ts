import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms } from '@overlook/db/testing';
import { type Link, openLink } from './parts/link.ts';
import { startPostgresPair, type PostgresPair } from './parts/postgres-pair.ts';
import { makeProductProcess, type ProductProcess } from './parts/product-process.ts';
import { makeBalancer, makePool } from './parts/proxies.ts';
import { runProgram } from './parts/run-program.ts';
import { S3_KEYS, startS3, storageUrl } from './parts/s3.ts';
import type { SupervisedProcess } from './parts/supervised-process.ts';

const SERVERS = 3;
const WORKERS = 2;
const DATABASE = 'overlook';
/** Of the file system in memory for the data folders, where one can be mounted; exports and deliveries leave 1 GB free. */
const DISK_MIB = 4096;

/** The ports of the rig follow this one; it has them alone in a network namespace. */
const FIRST_PORT = Number(process.env['CLUSTER_PORT'] ?? 4730);

/** A disk that can be full. */
interface Disk {
  /** Leaves so many MiB. */
  fill(freeMib: number): Promise<void>;
  empty(): Promise<void>;
  unmount(): void;
}

/** Everything that an organisation runs, on this machine. */
export interface Topology {
  readonly folder: string;
  /** Of the balancer. */
  readonly origin: string;
  readonly servers: readonly ProductProcess[];
  readonly workers: readonly ProductProcess[];
  readonly postgres: PostgresPair;
  readonly pool: SupervisedProcess;
  /** From the pool to the primary. */
  readonly poolToPrimary: Link;
  /** Both databases without a pool or a link in between. */
  readonly databaseUrl: string;
  /** `STORAGE_URL` without a link in between, and its keys. */
  readonly storage: Readonly<Record<string, string>>;
  /** Has the data folder of each process, by its name: they share none. */
  readonly dataDirs: string;
  /** Of these; null where it is no disk of its own. */
  readonly disk: Disk | null;
  remove(): Promise<void>;
}

/** The programs that the rig needs and this machine does not have. */
export function missingPrograms(): string[] {
  const needed = [
    [`${postgresPrograms()}pg_ctl`, '--version'],
    ['pgbouncer', '--version'],
    ['haproxy', '-v'],
    ['swift-proxy-server', '--version'],
    ['memcached', '--version'],
  ] as const;
  return needed.filter(([name, option]) => spawnSync(name, [option]).error).map(([name]) => name);
}

/** Mounts a file system in memory, whose size can be changed; null where this process may not. */
function mountDisk(folder: string): Disk | null {
  const mount = (...args: string[]) => runProgram('mount', [...args, folder]);
  const mebibytes = (size: number) => `size=${Math.ceil(size)}m`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', mebibytes(DISK_MIB), 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    async fill(freeMib) {
      const { blocks, bfree, bsize } = await statfs(folder);
      await mount('-o', `remount,${mebibytes(((blocks - bfree) * bsize) / 2 ** 20 + freeMib)}`);
    },
    empty: async () => void (await mount('-o', `remount,${mebibytes(DISK_MIB)}`)),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}

/**
 * Starts database, pool, S3 and balancer; servers and workers, whose bundle is in a folder, are made and not started. `onOwnEnd` hears of
 * processes that end without being told to.
 */
export async function makeTopology(bundle: string, onOwnEnd: (what: string) => void): Promise<Topology> {
  const folder = await mkdtemp(join(tmpdir(), 'overlook-rig-'));
  // The pool and the databases give up being root.
  await chmod(folder, 0o755);
  let port = FIRST_PORT;
  const balancerPort = port++;
  const s3Port = port;
  port += 5;
  const ports = [port++, port++] as const;
  const poolPort = port++;
  const dataDirs = join(folder, 'data');
  await mkdir(dataDirs);
  const disk = mountDisk(dataDirs);
  const [postgres, s3] = await Promise.all([
    startPostgresPair(join(folder, 'postgres'), ports, DATABASE),
    startS3(folder, s3Port),
  ]);
  const links: Link[] = [];
  const link = async (name: string, target: number) => {
    const opened = await openLink(name, port++, target);
    links.push(opened);
    return opened;
  };
  const poolToPrimary = await link('pool to primary', postgres.primaryPort);
  const pool = await makePool({ folder, port: poolPort, onOwnEnd }, poolToPrimary.port, DATABASE);
  await pool.start();

  const common = {
    ...S3_KEYS,
    PUBLIC_URL: `http://127.0.0.1:${balancerPort}`,
    TRUST_PROXY: '127.0.0.1',
    SECRET_KEY: '1f'.repeat(32),
    LOG_LEVEL: 'warn',
    DEMO: 'false',
  };
  async function makeProcess(kind: ProductProcess['kind'], number: number): Promise<ProductProcess> {
    const name = `${kind}-${number}`;
    const ownPort = port++;
    const own = {
      pool: await link(`${name} to pool`, poolPort),
      databases: [
        await link(`${name} to database a`, ports[0]),
        await link(`${name} to database b`, ports[1]),
      ] as const,
      s3: await link(`${name} to S3`, s3Port),
    };
    const front = kind === 'server' ? await link(`balancer to ${name}`, ownPort) : null;
    const hosts = own.databases.map((one) => `127.0.0.1:${one.port}`).join(',');
    const env = {
      ...common,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${own.pool.port}/${DATABASE}`,
      DATABASE_DIRECT_URL: `postgres://postgres@${hosts}/${DATABASE}`,
      STORAGE_URL: storageUrl(own.s3.port),
    };
    const place = { port: ownPort, folder, dataDirs, bundle };
    return makeProductProcess({ name, kind, ...place, env, links: own, front, onOwnEnd });
  }
  const servers: ProductProcess[] = [];
  const workers: ProductProcess[] = [];
  for (let i = 1; i <= SERVERS; i++) servers.push(await makeProcess('server', i));
  for (let i = 1; i <= WORKERS; i++) workers.push(await makeProcess('worker', i));
  const fronts = servers.map(({ front }) => front!.port);
  const balancer = await makeBalancer({ folder, port: balancerPort, onOwnEnd }, fronts);
  await balancer.start();
  return {
    folder,
    origin: `http://127.0.0.1:${balancerPort}`,
    servers,
    workers,
    postgres,
    pool,
    poolToPrimary,
    databaseUrl: `postgres://postgres@${ports.map((one) => `127.0.0.1:${one}`).join(',')}/${DATABASE}`,
    storage: { ...S3_KEYS, STORAGE_URL: storageUrl(s3Port) },
    dataDirs,
    disk,
    async remove() {
      for (const one of [...servers, ...workers]) one.process.remove();
      balancer.remove();
      pool.remove();
      await Promise.all(links.map((one) => one.close()));
      await Promise.all([postgres.remove(), s3.remove()]);
      disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
