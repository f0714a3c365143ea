import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUseError } from './errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';

let dir: string;
let locks: FolderLock[];
beforeEach(async () => {
  // The path is longer than the address of a socket may be.
  dir = join(await mkdtemp(join(tmpdir(), 'overlook-lock-')), 'x'.repeat(120));
  await mkdir(dir);
  locks = [];
});
afterEach(async () => {
  for (const lock of locks) lock.release();
  await rm(dir, { recursive: true, force: true });
});
const folder = () => join(dir, 'folder');

/** Takes the folder, as a process of this id on this host. */
async function lockAs(owner: string): Promise<void> {
  locks.push(await lockFolder(folder()));
  const [name] = await readdir(dir);
  await rename(join(dir, name!), join(dir, `folder.lock.${owner}.0123456789ab.sock`));
}
/** What a killed process leaves: the file of a socket that nobody listens on. Any file without a listener refuses alike. */
const leaveDead = (owner: string) => writeFile(join(dir, `folder.lock.${owner}.0123456789ab.sock`), '');

describe('the folder lock', () => {
  it('lets exactly one of many in that start at once and find a dead owner', async () => {
    await leaveDead(`1@${hostname()}`);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder())));
    const won = tries.filter((one) => one.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await readdir(dir)).toHaveLength(1);
    won[0]!.value.release();
    won[0]!.value.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('never lets two in, in whatever order their steps fall', async () => {
    const folders = Array.from({ length: 3 }, (_, k) => join(dir, `folder-${k}`));
    const tries = folders.map((one) => Promise.allSettled([lockFolder(one), lockFolder(one), lockFolder(one)]));
    for (const three of await Promise.all(tries)) {
      const won = three.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
      locks.push(...won);
      expect(won.length).toBeLessThanOrEqual(1);
    }
  });

  it('names folder, process and host of the owner', async () => {
    await lockAs(`4711@${hostname().slice(0, 40)}`);
    await expect(lockFolder(folder())).rejects.toEqual(
      new FolderInUseError(
        `The data folder ${folder()} is in use by another server (process 4711). Stop it, or set DATA_DIR to another folder.`,
      ),
    );
    await rm(dir, { recursive: true });
    await mkdir(dir);
    await lockAs('1@old-container');
    await expect(lockFolder(folder())).rejects.toThrow('(process 1 on the host "old-container")');
  });

  it('believes the socket of another container with the same process id and host name', async () => {
    await lockAs(`${process.pid}@${hostname().slice(0, 40)}`);
    await expect(lockFolder(folder())).rejects.toThrow(FolderInUseError);
    for (const lock of locks) lock.release();
    await rm(dir, { recursive: true });
    await mkdir(dir);
    await leaveDead(`${process.pid}@${hostname().slice(0, 40)}`);
    locks.push(await lockFolder(folder()));
    expect(await readdir(dir)).toHaveLength(1);
  });

  it('believes the socket of a server of an older version', async () => {
    await lockAs('99');
    await expect(lockFolder(folder())).rejects.toThrow('(process 99)');
  });

  it('ignores files of other names, and locks of other folders', async () => {
    await writeFile(join(dir, 'folder.lock'), 'of an older version');
    locks.push(await lockFolder(join(dir, 'other')));
    locks.push(await lockFolder(folder()));
    expect(existsSync(join(dir, 'folder.lock'))).toBe(true);
  });

  it('refuses a folder on a network file system, and takes one on a file system that it does not know', async () => {
    await expect(lockFolder('/mnt/folder', () => Promise.resolve(0x6969))).rejects.toThrow(
      /^The data folder \/mnt\/folder is on a network file system \(0x6969\)/,
    );
    const lock = await lockFolder(join(dir, 'unknown'), () => Promise.resolve(0x01021997));
    lock.release();
  });
});
