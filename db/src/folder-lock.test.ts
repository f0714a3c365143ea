import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { type SignOfLife, signOfLife } from './sign-of-life.ts';

const DEAD_PID = 4_194_303;
let dir: string;
let lives: SignOfLife[];
beforeEach(async () => {
  // The path is longer than the address of a socket may be.
  dir = join(await mkdtemp(join(tmpdir(), 'overlook-lock-')), 'x'.repeat(120));
  await mkdir(dir);
  lives = [];
});
afterEach(async () => {
  for (const life of lives) life.end();
  await rm(dir, { recursive: true, force: true });
});
const lockFile = () => join(dir, 'folder.lock');
const folder = () => join(dir, 'folder');
const claimAfter = (text: string) =>
  `${lockFile()}.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
const leaveMark = (mark: object) => writeFile(lockFile(), JSON.stringify(mark));

/** The mark of a living process, or of one whose socket the kernel has closed. */
async function markOf(state: 'alive' | 'dead'): Promise<object> {
  const life = await signOfLife(lockFile());
  const { mark } = life;
  if (state === 'alive') lives.push(life);
  else {
    life.end();
    // The file of a socket remains when its process is killed; any file without a listener gives the same error.
    await writeFile(join(dir, mark.socket!), '');
  }
  return { ...mark, host: 'elsewhere', pidNamespace: 'pid:[1]' };
}

describe('the folder lock', () => {
  it.each([
    ['an older version', async () => ({ pid: DEAD_PID, startedAt: null, host: hostname() })],
    ['another container', () => markOf('dead')],
  ])('lets exactly one of many in that find the dead owner of %s', async (_of, mark) => {
    await leaveMark(await mark());
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder())));
    const won = tries.filter((one) => one.status === 'fulfilled');
    expect(won).toHaveLength(1);
    won[0]!.value.release();
    won[0]!.value.release();
    expect(existsSync(lockFile())).toBe(false);
    expect(await readdir(dir)).toEqual([]);
  });

  it('follows a dead owner whose follower died before it had replaced the lock', async () => {
    const dead = JSON.stringify(await markOf('dead'));
    await writeFile(lockFile(), dead);
    await writeFile(claimAfter(dead), JSON.stringify(await markOf('dead')));
    (await lockFolder(folder())).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('leaves a folder to the follower that is taking it over', async () => {
    const dead = JSON.stringify(await markOf('dead'));
    await writeFile(lockFile(), dead);
    const claim = claimAfter(dead);
    await writeFile(claim, JSON.stringify(await markOf('alive')));
    await expect(lockFolder(folder())).rejects.toThrow('Several servers are starting');
    expect(existsSync(claim)).toBe(true);
  });

  it('recognises a reused process id by its start time', async () => {
    await leaveMark({ pid: process.pid, startedAt: 'another-boot:1', host: hostname() });
    (await lockFolder(folder())).release();
  });

  it('believes the socket of another container, whatever process ids and host names say', async () => {
    await leaveMark(await markOf('alive'));
    await expect(lockFolder(folder())).rejects.toThrow('on the host "elsewhere"');
    await leaveMark({ ...(await markOf('alive')), host: hostname(), pid: DEAD_PID });
    await expect(lockFolder(folder())).rejects.toThrow('in use by another server');
  });

  it('does not touch a lock whose owner it cannot determine, nor an unreadable one', async () => {
    await leaveMark({ pid: 1, startedAt: null, host: 'elsewhere' });
    await expect(lockFolder(folder())).rejects.toThrow('on the host "elsewhere"');
    await leaveMark({ pid: DEAD_PID, startedAt: 'a:1', host: hostname(), pidNamespace: 'pid:[1]', socket: null });
    await expect(lockFolder(folder())).rejects.toThrow('in use by another server');
    await writeFile(lockFile(), 'not a mark');
    await expect(lockFolder(folder())).rejects.toThrow('cannot be read');
  });
});
