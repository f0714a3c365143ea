import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, FolderInUseError } from './errors.ts';

/**
 * One process at a time in a data folder. PGlite itself lets two in, and they lose each other's rows.
 *
 * 1. A process listens on a Unix socket beside the folder, with a name of its own: `<folder>.lock.<pid>@<host>.<random>.sock`.
 *    The socket gets this name when it listens already.
 * 2. Then the process looks for the sockets of others. Where one answers, it withdraws. Of two that start at once, the one
 *    that looks later sees the other.
 * 3. The kernel closes a socket when its process ends in any way, and keeps it open while the process is busy or stopped.
 *    So a socket that refuses is what a killed process has left, and is removed: no other process ever uses its name.
 *
 * Process ids and names of hosts are for the message only: containers may share both. All this needs a folder on which
 * one kernel works, so network file systems are refused.
 */
export interface FolderLock {
  /** Releases the folder. Safe to call twice. */
  release(): void;
}

/** File systems that several machines mount at once, by their magic numbers (statfs(2)). A socket there proves nothing. */
const NETWORK_FILE_SYSTEMS = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2 and 3
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
  0x5346414f, // AFS
  0x01161970, // GFS2
  0x7461636f, // OCFS2
]);

/** Two that start at once may both withdraw; each tries again after another time. */
const TRIES = 8;
const PAUSE_MOST_MS = 100;

/** Of the path of a socket, unix(7). */
const LONGEST_ADDRESS_BYTES = 107;

/**
 * Takes `folder` for this process. Throws `FolderInUseError` with the owner's process id when another process has it, and
 * `DatabaseUnavailableError` on a network folder.
 */
export async function lockFolder(folder: string, typeOf = fileSystemTypeOf): Promise<FolderLock> {
  await assertNoNetworkFolder(folder, typeOf);
  for (let tries = 1; ; tries++) {
    const own = `${basename(folder)}.lock.${process.pid}@${hostname().slice(0, 40)}.${randomBytes(4).toString('hex')}.sock`;
    const lock = await openLock(dirname(folder), own);
    const other = await otherOwner(folder, own).catch((error: unknown) => {
      lock.release();
      throw error;
    });
    if (other === null) return lock;
    lock.release();
    if (tries === TRIES) throw refusal(folder, other);
    await sleep(Math.random() * PAUSE_MOST_MS);
  }
}

/** Magic number of the file system of a folder; null where the system tells none. */
const fileSystemTypeOf = async (folder: string): Promise<number | null> =>
  process.platform === 'linux' ? (await statfs(folder)).type : null;

async function assertNoNetworkFolder(folder: string, typeOf: typeof fileSystemTypeOf): Promise<void> {
  const type = await typeOf(dirname(folder));
  if (type !== null && NETWORK_FILE_SYSTEMS.has(type))
    throw new DatabaseUnavailableError(
      `The data folder ${folder} is on a network file system (0x${type.toString(16)}), where two servers could open the embedded ` +
        'database at once. Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.',
    );
}

async function openLock(parent: string, name: string): Promise<FolderLock> {
  const server = createServer((socket) => socket.destroy()).unref();
  const path = join(parent, name);
  if (process.platform === 'win32') {
    await listen(server, parent, name);
    await writeFile(path, '');
  } else {
    await listen(server, parent, `${name}.new`);
    await rename(`${path}.new`, path);
  }
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
    server.close();
  };
  process.on('exit', release);
  return { release };
}

const listen = (server: Server, parent: string, name: string): Promise<void> =>
  withAddress(
    parent,
    name,
    (address) => new Promise((resolve, reject) => server.once('error', reject).listen(address, resolve)),
  );

/** The name of a socket of another process that has the folder or is taking it. Removes those of ended processes. */
async function otherOwner(folder: string, own: string): Promise<string | null> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.lock.`) || !name.endsWith('.sock') || name === own) continue;
    if (await isListening(parent, name)) return name;
    await rm(join(parent, name), { force: true });
  }
  return null;
}

const isListening = (parent: string, name: string): Promise<boolean> =>
  withAddress(
    parent,
    name,
    (address) =>
      new Promise((resolve) => {
        const socket = connect(address, () => {
          socket.destroy();
          resolve(true);
        });
        // Any other answer, such as that its queue of connections is full, comes from a socket that is open.
        socket.once('error', ({ code }: NodeJS.ErrnoException) =>
          resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
        );
      }),
  );

/**
 * Calls `use` with the address of a socket. The path of a data folder may be longer than an address, so on Linux a long one goes
 * through an open folder. Windows has pipes with names of their own instead of files.
 */
async function withAddress<T>(parent: string, name: string, use: (address: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return use(`\\\\.\\pipe\\${name}`);
  const path = join(parent, name);
  if (process.platform !== 'linux' || Buffer.byteLength(path) <= LONGEST_ADDRESS_BYTES) return use(path);
  const folder = openSync(parent, 'r');
  try {
    return await use(`/proc/self/fd/${folder}/${name}`);
  } finally {
    closeSync(folder);
  }
}

function refusal(folder: string, socketName: string): FolderInUseError {
  const [, pid, host] = /\.lock\.(\d+)(?:@(.*))?\.[0-9a-f]+\.sock$/.exec(socketName) ?? [];
  const where = host === undefined || host === hostname().slice(0, 40) ? '' : ` on the host "${host}"`;
  return new FolderInUseError(
    `The data folder ${folder} is in use by another server (process ${pid ?? 'unknown'}${where}). Stop it, or set DATA_DIR to another folder.`,
  );
}
