import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnavailableError } from './errors.ts';

const MIB = 2 ** 20;

/** Free space of a disk, bytes. */
export interface SpaceLimits {
  /** Changes are refused below this. PostgreSQL writes its log in files of 16 MiB, and one statement may write tens of MiB. */
  readonly stopBytes: number;
  /** Changes are accepted again above this. */
  readonly resumeBytes: number;
  /** Opening replays the log, which needs room: below this, and without a reserve to release, the database is not opened. */
  readonly openBytes: number;
  /** Kept in a file that is deleted when less than `openBytes` is free. */
  readonly reserveBytes: number;
}

const LIMITS: SpaceLimits = {
  stopBytes: 128 * MIB,
  resumeBytes: 192 * MIB,
  openBytes: 48 * MIB,
  reserveBytes: 64 * MIB,
};

/** Bytes that this process may still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether the disk of a folder has so little free space that changes are refused. */
export const isDiskLow = (folder: string): boolean => freeBytes(folder) < LIMITS.stopBytes;

/** Keeps an embedded database away from a full disk. */
export interface DiskGuard {
  /** Whether changes have to be refused now; asked before every statement. */
  isLow(): boolean;
  /** Why the database could not be opened, if the disk has no room; otherwise null. */
  lackOfRoom(): DatabaseUnavailableError | null;
}

/** Random bytes, because a file system that compresses would reserve no space for others. */
function writeReserve(path: string, bytes: number): void {
  const chunk = randomFillSync(Buffer.alloc(MIB));
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < bytes;) written += writeSync(file, chunk, 0, Math.min(MIB, bytes - written));
  } catch {
    rmSync(path, { force: true });
  } finally {
    closeSync(file);
  }
}

const reserveOf = (folder: string): string => `${folder}.reserve`;

/** Removes the reserve of the embedded database in `folder` where its disk has less room than opening takes. */
export function releaseReserve(folder: string, { openBytes = LIMITS.openBytes }: Partial<SpaceLimits> = {}): void {
  if (freeBytes(dirname(folder)) < openBytes) rmSync(reserveOf(folder), { force: true });
}

function fullDisk(disk: string, neededBytes: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The disk of the data folder ${disk} is full: ${Math.floor(freeBytes(disk) / MIB)} MiB are free, and the database needs ` +
      `${Math.ceil(neededBytes / MIB)} MiB to be opened. Free some space and start again.`,
  );
}

/**
 * Watches the disk of the embedded database in `folder`, with a reserve beside it. Throws `DatabaseUnavailableError`
 * when there is not enough room to open the database, because data would be lost if the process were killed there.
 */
export function guardDisk(folder: string, limits: Partial<SpaceLimits> = {}): DiskGuard {
  const { stopBytes, resumeBytes, openBytes, reserveBytes } = { ...LIMITS, ...limits };
  const disk = dirname(folder);
  const reserve = reserveOf(folder);
  const neededBytes = existsSync(`${folder}/PG_VERSION`) ? openBytes : stopBytes;
  releaseReserve(folder, { openBytes });
  if (freeBytes(disk) < neededBytes) throw fullDisk(disk, neededBytes);
  if (!existsSync(reserve) && freeBytes(disk) >= resumeBytes + reserveBytes) writeReserve(reserve, reserveBytes);

  let isLow = false;
  return {
    isLow() {
      isLow = freeBytes(disk) < (isLow ? resumeBytes : stopBytes);
      if (isLow) releaseReserve(folder, { openBytes });
      return isLow;
    },
    lackOfRoom: () => (freeBytes(disk) < stopBytes ? fullDisk(disk, stopBytes) : null),
  };
}
