import { link, open, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { readFileSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseUnavailable } from './errors.ts';

/**
 * One process at a time in a data folder. PGlite itself lets two in, and they lose each other's rows.
 *
 * 1. The owner's mark (process id, its start time, the host) is written to a file of its own and linked to the lock's
 *    name, which fails if the name exists: a lock is never seen half written.
 * 2. A lock is taken over only from a process that is provably gone: same host, and no process with that id, or one
 *    that started at another time. Age is no proof, for the event loop may stand still in a long query.
 * 3. Taking over happens under a second lock of the same kind, so that two who find a dead owner do not both win.
 */
export interface FolderLock {
  /** Gives the folder back. Safe to call twice. */
  release(): void;
}

interface Mark {
  pid: number;
  startedAt: string | null;
  host: string;
}

/** Start time of a process in clock ticks since boot, with the boot's own id; null where `/proc` does not say. */
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

const ownMark = (): Mark => ({ pid: process.pid, startedAt: processStart(process.pid), host: hostname() });

function isAlive({ pid, startedAt }: Mark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = processStart(pid);
  return startedAt === null || now === null || now === startedAt;
}

async function readMark(path: string): Promise<Mark | 'gone' | 'unreadable'> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw error;
  }
  try {
    const mark = JSON.parse(text) as Partial<Mark>;
    if (typeof mark.pid === 'number' && typeof mark.host === 'string')
      return { pid: mark.pid, host: mark.host, startedAt: mark.startedAt ?? null };
  } catch {
    return 'unreadable';
  }
  return 'unreadable';
}

async function create(path: string): Promise<boolean> {
  const own = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const text = JSON.stringify(ownMark());
  await writeFile(own, text, { flag: 'wx' });
  try {
    await link(own, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // File systems without links: exclusive creation is as safe, but for the instant before the text is there.
    const file = await open(path, 'wx').catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EEXIST') return null;
      throw failure;
    });
    if (!file) return false;
    await file.writeFile(text);
    await file.close();
    return true;
  } finally {
    await rm(own, { force: true });
  }
}

function refusal(folder: string, path: string, mark: Mark | 'unreadable'): DatabaseUnavailable {
  if (mark === 'unreadable')
    return new DatabaseUnavailable(`The lock ${path} cannot be read. If no server uses ${folder}, delete that file.`);
  if (mark.host !== hostname())
    return new DatabaseUnavailable(
      `The data folder ${folder} is in use on the host "${mark.host}" (process ${mark.pid}). ` +
        `If nothing runs there any more, delete ${path}.`,
    );
  return new DatabaseUnavailable(
    `The data folder ${folder} is in use by another server (process ${mark.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}

async function takeOver(path: string): Promise<boolean> {
  const turn = `${path}.turn`;
  if (!(await create(turn))) {
    const holder = await readMark(turn);
    if (typeof holder === 'object' && holder.host === hostname() && !isAlive(holder)) await rm(turn, { force: true });
    return false;
  }
  try {
    const mark = await readMark(path);
    if (typeof mark === 'object' && mark.host === hostname() && !isAlive(mark)) await unlink(path);
    return await create(path);
  } finally {
    await rm(turn, { force: true });
  }
}

/**
 * Takes `folder` for this process; the lock is the file `<folder>.lock` beside it.
 * Throws `DatabaseUnavailable` with the owner's process id when somebody else has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder}.lock`;
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await create(path)) return held(path);
    const mark = await readMark(path);
    if (mark === 'gone') continue;
    if (mark === 'unreadable' || mark.host !== hostname() || isAlive(mark)) {
      if (mark === 'unreadable' && attempt < 3) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      throw refusal(folder, path, mark);
    }
    if (await takeOver(path)) return held(path);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new DatabaseUnavailable(`Several servers are starting on ${folder} at once. Start one.`);
}

function held(path: string): FolderLock {
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    process.off('exit', release);
    try {
      unlinkSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  };
  process.on('exit', release);
  return { release };
}
