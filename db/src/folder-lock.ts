import { createHash, randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DatabaseUnavailableError, FolderInUseError } from './errors.ts';
import { ownerStatus, type Mark, removeSocket, signOfLife, type SignOfLife } from './sign-of-life.ts';

/**
 * One process at a time in a data folder. PGlite itself lets two in, and they lose each other's rows.
 *
 * 1. The owner's mark (see `sign-of-life.ts`) is written to a file of its own and linked to the lock's name, which fails
 *    if the name exists: a lock is never seen half written.
 * 2. A lock is taken over only from a process that is provably gone. Age is no proof, because the event loop may be blocked in
 *    a long query.
 * 3. When several processes find a dead owner, one of them succeeds in linking a claim, which is named after the dead
 * mark; it replaces the lock if the lock still has the dead mark. A claim whose owner died is taken over in the same
 * way.
 *    Nothing that may be alive is ever removed.
 */
export interface FolderLock {
  /** Releases the folder. Safe to call twice. */
  release(): void;
}

interface Found {
  /** The exact text of the file. */
  readonly text: string;
  readonly mark: Mark;
}

async function readMark(path: string): Promise<Found | 'absent' | 'unreadable'> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
  try {
    const mark = JSON.parse(text) as Partial<Mark>;
    if (typeof mark.pid === 'number' && typeof mark.host === 'string')
      return { text, mark: { ...mark, pid: mark.pid, host: mark.host, startedAt: mark.startedAt ?? null } };
  } catch {
    return 'unreadable';
  }
  return 'unreadable';
}

/** Writes a mark to a file of its own beside `path`, for `use`, and removes the file after that. */
async function withMarkFile<T>(path: string, mark: Mark, use: (own: string) => Promise<T>): Promise<T> {
  const own = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(own, JSON.stringify(mark), { flag: 'wx' });
    return await use(own);
  } finally {
    await rm(own, { force: true });
  }
}

/** Gives `path` the mark unless the file exists. Returns whether it did. */
const create = (path: string, mark: Mark): Promise<boolean> =>
  withMarkFile(path, mark, async (own) => {
    try {
      await link(own, path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      // For file systems without links: exclusive creation is as safe, except for the moment before the text is
      // written.
      const file = await open(path, 'wx').catch((failure: NodeJS.ErrnoException) => {
        if (failure.code === 'EEXIST') return null;
        throw failure;
      });
      if (!file) return false;
      await file.writeFile(JSON.stringify(mark));
      await file.close();
      return true;
    }
  });

function refusal(folder: string, path: string, mark: Mark | 'unreadable'): DatabaseUnavailableError {
  if (mark === 'unreadable')
    return new DatabaseUnavailableError(
      `The lock ${path} cannot be read. If no server uses ${folder}, delete that file.`,
    );
  if (mark.host !== hostname())
    return new DatabaseUnavailableError(
      `The data folder ${folder} is in use on the host "${mark.host}" (process ${mark.pid}). ` +
        `If nothing runs there any more, delete ${path}.`,
    );
  return new FolderInUseError(
    `The data folder ${folder} is in use by another server (process ${mark.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}

const claimAfter = (path: string, text: string) =>
  `${path}.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

/** Takes over from the dead owner `dead`; false when another process may be doing so. */
async function takeOver(path: string, dead: Found, own: Mark): Promise<boolean> {
  const followed = [dead];
  const claims: string[] = [];
  for (;;) {
    const claim = claimAfter(path, followed.at(-1)!.text);
    claims.push(claim);
    if (await create(claim, own)) break;
    const other = await readMark(claim);
    if (typeof other === 'string' || (await ownerStatus(other.mark, path)) !== 'gone') return false;
    followed.push(other);
  }
  const now = await readMark(path);
  const isStillDead = typeof now === 'object' && now.text === dead.text;
  if (isStillDead) await withMarkFile(path, own, (file) => rename(file, path));
  // Our own claim is removed last: the dead mark must not be claimed again before the lock has changed.
  for (const claim of isStillDead ? claims : claims.slice(-1)) await rm(claim, { force: true });
  if (isStillDead) for (const { mark } of followed) removeSocket(mark, path);
  return isStillDead;
}

async function acquire(folder: string, path: string, own: Mark): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await create(path, own)) return;
    const found = await readMark(path);
    if (found === 'absent') continue;
    const isDead = found !== 'unreadable' && (await ownerStatus(found.mark, path)) === 'gone';
    if (isDead && (await takeOver(path, found, own))) return;
    // A file without text may be one that is being written.
    if (!isDead && (found !== 'unreadable' || attempt >= 3))
      throw refusal(folder, path, found === 'unreadable' ? found : found.mark);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new DatabaseUnavailableError(`Several servers are starting on ${folder} at once. Start one.`);
}

/**
 * Takes `folder` for this process; the lock is the file `<folder>.lock` beside it.
 * Throws `FolderInUseError` with the owner's process id when another process has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder}.lock`;
  const life = await signOfLife(path);
  try {
    await acquire(folder, path, life.mark);
  } catch (error) {
    life.end();
    throw error;
  }
  return held(path, life);
}

function held(path: string, life: SignOfLife): FolderLock {
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    process.off('exit', release);
    try {
      unlinkSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      life.end();
    }
  };
  process.on('exit', release);
  return { release };
}
