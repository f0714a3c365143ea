import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Whether the process that left a mark in a folder is still running.
 *
 * Process ids are no proof: containers have their own, and may have the same host name. A listening Unix socket is: the
 * kernel closes it when its process ends in any way, and keeps it open while the process is stopped or busy. It needs a
 * file system that only one kernel can have mounted, so that the owner either runs on this kernel or has ended
 * (after a restart of the machine, or in a container that was created again). Elsewhere, on network shares, the process
 * id is used, and only where it means the same process.
 */
export interface Mark {
  readonly pid: number;
  /** `<boot id>:<clock ticks since boot>`; null where `/proc` does not say. */
  readonly startedAt: string | null;
  readonly host: string;
  /** The namespace of `pid`; null where there are none; absent in marks of versions before 2.8. */
  readonly pidNamespace?: string | null;
  /** Name of the socket beside the mark; null where none could be opened. */
  readonly socket?: string | null;
}

/** File systems of local disks and memory, by their magic numbers (statfs(2)): mounted by one kernel at a time. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs, the own layer of a container
]);

const isOnLocalDisk = async (folder: string) => LOCAL_FILE_SYSTEMS.has((await statfs(folder)).type);

/** Start time of a process, see `Mark.startedAt`. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command, in parentheses, may hold spaces: fields are counted after it. Start time is field 22.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function ownPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/**
 * Calls `use` with a short path to `path`: the address of a socket can have 107 bytes, and the path of a data folder
 * may be longer.
 */
async function withShortPath<T>(path: string, use: (short: string) => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return use(path);
  const folder = openSync(dirname(path), 'r');
  try {
    return await use(join('/proc/self/fd', String(folder), basename(path)));
  } finally {
    closeSync(folder);
  }
}

export interface SignOfLife {
  readonly mark: Mark;
  /** Closes the socket and removes its file. Synchronous, for the end of the process. Safe to call twice. */
  end(): void;
}

/** Opens a socket beside `path` that lives as long as this process, and says how to find it. */
export async function signOfLife(path: string): Promise<SignOfLife> {
  const socketPath = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.sock`;
  const server = createServer((socket) => socket.destroy());
  const isOpen =
    process.platform === 'linux' &&
    (await isOnLocalDisk(dirname(path))) &&
    (await withShortPath(
      socketPath,
      (short) =>
        new Promise<boolean>((resolve) => {
          server.once('error', () => resolve(false));
          server.listen(short, () => resolve(true));
        }),
    ));
  server.unref();
  const mark: Mark = {
    pid: process.pid,
    startedAt: processStart(process.pid),
    host: hostname(),
    pidNamespace: ownPidNamespace(),
    socket: isOpen ? basename(socketPath) : null,
  };
  return {
    mark,
    end() {
      server.close();
      rmSync(socketPath, { force: true });
    },
  };
}

/** Whether the owner of a socket lives, by connecting to it; null where that is unknown. */
async function askSocket(socketPath: string): Promise<'alive' | 'gone' | null> {
  const code = await withShortPath(
    socketPath,
    (short) =>
      new Promise<string>((resolve) => {
        const socket = connect(short);
        socket.once('connect', () => {
          socket.destroy();
          resolve('connected');
        });
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      }),
  );
  // EAGAIN: it listens, and its queue of connections is full.
  if (code === 'connected' || code === 'EAGAIN') return 'alive';
  return code === 'ECONNREFUSED' ? 'gone' : null;
}

function isProcessAlive({ pid, startedAt }: Mark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = processStart(pid);
  return startedAt === null || now === null || now === startedAt;
}

/** Whether the process ids of a mark are ours: same kernel and namespace, or for older marks the same host. */
function sharesProcessIds({ host, startedAt, pidNamespace }: Mark): boolean {
  if (host !== hostname()) return false;
  if (pidNamespace === undefined) return true;
  const bootOf = (start: string | null) => start?.split(':', 1)[0];
  return pidNamespace === ownPidNamespace() && bootOf(startedAt) === bootOf(processStart(process.pid));
}

/** Whether the owner of a mark in the file `path` lives, is provably gone, or cannot be determined. */
export async function ownerStatus(mark: Mark, path: string): Promise<'alive' | 'gone' | 'unknown'> {
  const folder = dirname(path);
  if (mark.socket && process.platform === 'linux' && (await isOnLocalDisk(folder))) {
    const answer = await askSocket(join(folder, basename(mark.socket)));
    if (answer) return answer;
  }
  if (!sharesProcessIds(mark)) return 'unknown';
  return isProcessAlive(mark) ? 'alive' : 'gone';
}

/** Removes the socket that an ended process has left beside its mark in `path`. */
export function removeSocket(mark: Mark, path: string): void {
  if (mark.socket) rmSync(join(dirname(path), basename(mark.socket)), { force: true });
}
