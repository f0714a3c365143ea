import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { DISK_FULL_BYTES, DISK_LOW_BYTES, DISK_LOW_PART } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import type { CheckFinding } from '@overlook/shared/schemas';
import { failure, warning, when } from './finding.ts';

const MIB = 2 ** 20;
/** What the server itself takes beside an import. */
const SERVER_BYTES = 512 * MIB;
/** Fewer free inodes than this, or than this part of all, are few. */
const INODES_LOW = 100_000;
const INODES_LOW_PART = 0.05;

export interface DiskFacts {
  readonly folder: string;
  readonly freeBytes: number;
  readonly bytes: number;
  /** Both 0 for file systems that make inodes as they need them. */
  readonly freeInodes: number;
  readonly inodes: number;
}

export interface MemoryFacts {
  readonly machineBytes: number;
  /** What this process may take; null without a limit. */
  readonly limitBytes: number | null;
  readonly convertMemoryMb: number;
}

export function diskFindings({ folder, freeBytes, bytes, freeInodes, inodes }: DiskFacts): CheckFinding[] {
  const isFull = freeBytes < DISK_FULL_BYTES;
  const isLow = freeBytes < DISK_LOW_BYTES || freeBytes < DISK_LOW_PART * bytes;
  const free = fileSizeText(freeBytes);
  const areFew = inodes > 0 && freeInodes < INODES_LOW && freeInodes < INODES_LOW_PART * inodes;
  return [
    ...when(isFull, () => failure('disk.full', { folder, free })),
    ...when(isLow && !isFull, () => warning('disk.low', { folder, free })),
    ...when(areFew, () => warning('disk.inodes', { folder, free: freeInodes })),
  ];
}

export function memoryFindings({ machineBytes, limitBytes, convertMemoryMb }: MemoryFacts): CheckFinding[] {
  const convertBytes = convertMemoryMb * MIB;
  const convert = fileSizeText(convertBytes);
  if (limitBytes !== null && limitBytes < machineBytes)
    return when(limitBytes < convertBytes + SERVER_BYTES, () =>
      warning('memory.limit', { limit: fileSizeText(limitBytes), convert }),
    );
  return when(machineBytes < convertBytes, () =>
    warning('memory.machine', { memory: fileSizeText(machineBytes), convert }),
  );
}

export async function diskFacts(folder: string): Promise<DiskFacts> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  return { folder, freeBytes: bavail * bsize, bytes: blocks * bsize, freeInodes: ffree, inodes: files };
}

export function memoryFacts(convertMemoryMb: number): MemoryFacts {
  const limit = process.constrainedMemory();
  return { machineBytes: totalmem(), limitBytes: limit > 0 ? limit : null, convertMemoryMb };
}
