import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { DiskFullError } from '@overlook/db';

/** The disk operations of publishing: there are few, so that tests can replace them by those of a full disk. */
export interface PublishFs {
  /** Makes a folder and those above it. */
  makeFolder(path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Gives a file a second name. */
  link(from: string, to: string): Promise<void>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Makes a file's bytes, or a folder's entries, safe against power loss. */
  sync(path: string, kind: 'file' | 'folder'): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file or folder with its content; a missing one is not an error. */
  remove(path: string): Promise<void>;
  /** Removes an empty folder; any other is kept. */
  removeIfEmpty(path: string): Promise<void>;
  /** Names in a folder; none when it does not exist. */
  list(path: string): Promise<string[]>;
}

export const nodeFs: PublishFs = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true });
  },
  async copy(from, to) {
    await copyFile(from, to);
    // The copy of a write-protected or private source is neither.
    await chmod(to, 0o644);
  },
  link: (from, to) => link(from, to),
  async write(path, bytes) {
    const file = await open(path, 'w');
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
  },
  async sync(path, kind) {
    // Windows cannot open folders and orders their entries itself.
    if (kind === 'folder' && process.platform === 'win32') return;
    const file = await open(path, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { recursive: true, force: true }),
  async removeIfEmpty(path) {
    await rmdir(path).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
    });
  },
  async list(path) {
    return readdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  },
};

/** Sentences by code; `of` is empty, or names a folder. */
const DISK_TROUBLE: Readonly<Record<string, (of: string) => string>> = {
  ENOSPC: (of) => `The disk${of} is full`,
  EDQUOT: (of) => `The disk quota${of} is used up`,
  EROFS: (of) => `The disk${of} cannot be written to`,
  EACCES: () => 'The folder may not be written to',
  EPERM: () => 'The folder may not be written to',
  EMFILE: () => 'Too many files are open',
};

/** An error of the disk that has `folder`: the system does not say which disk is full. */
class FolderDiskError extends Error {
  override readonly name = 'FolderDiskError';
  constructor(
    readonly code: string,
    readonly folder: string,
    cause: Error,
  ) {
    super(`${folder}: ${cause.message}`, { cause });
  }
}

/**
 * The error of work that wrote below `folder`: an error of the disk names the folder, others are returned unchanged.
 */
export function namingFolder(error: unknown, folder: string): unknown {
  // The database names its own.
  if (diskTrouble(error) === null || error instanceof DiskFullError) return error;
  return new FolderDiskError((error as NodeJS.ErrnoException).code!, folder, error as Error);
}

/** A sentence for the operator when the disk failed; null for other errors. */
export function diskTrouble(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const of = error instanceof FolderDiskError ? ` of ${error.folder}` : '';
  return DISK_TROUBLE[error.code]?.(of) ?? null;
}
