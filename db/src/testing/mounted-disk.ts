import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system in memory, for tests of a full disk. */
export interface MountedDisk {
  readonly folder: string;
  /** Removes it with all its files. */
  unmount(): Promise<void>;
}

/** Mounts a file system of `sizeMib`. Null where this process may not mount one; tests are then skipped. */
export async function mountDisk(sizeMib: number): Promise<MountedDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'overlook-mounted-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    async unmount() {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
