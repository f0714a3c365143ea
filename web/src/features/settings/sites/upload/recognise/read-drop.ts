import type { DroppedFile } from './dropped-file.ts';

/** What a drop holds. */
export interface ReadDrop {
  readonly files: readonly DroppedFile[];
  /** Files that the browser could not open, and links. */
  readonly unread: number;
}

interface ReadOptions {
  /** Called from time to time with the number of files so far. */
  readonly onCount: (files: number) => void;
  readonly signal: AbortSignal;
}

const COUNT_EVERY = 200;

/**
 * The files of a drop with those in its folders. The entries have to be taken from the event at once, before anything is awaited:
 * {@link entriesOf}. Rejects with the reason of the signal.
 */
export async function readDrop(
  entries: readonly FileSystemEntry[],
  { onCount, signal }: ReadOptions,
): Promise<ReadDrop> {
  const files: DroppedFile[] = [];
  let unread = 0;
  const open = entries.map((entry) => ({ entry, path: entry.name }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal.throwIfAborted();
    const { entry, path } = next;
    if (entry.isDirectory) {
      const inside = await entriesIn(entry as FileSystemDirectoryEntry).catch(() => null);
      if (inside === null) unread++;
      else for (const one of inside) open.push({ entry: one, path: `${path}/${one.name}` });
    } else {
      const file = entry.isFile ? await fileOf(entry as FileSystemFileEntry).catch(() => null) : null;
      if (file === null) unread++;
      else files.push({ path, file });
      if (files.length % COUNT_EVERY === 0) onCount(files.length);
    }
  }
  onCount(files.length);
  return { files, unread };
}

/** The entries of a drop; files alone where the browser has no entries. */
export function entriesOf({ items }: DataTransfer): FileSystemEntry[] {
  return Array.from(items).flatMap((item) => {
    if (item.kind !== 'file') return [];
    return item.webkitGetAsEntry() ?? [];
  });
}

/** The files of an input; those of a folder have its name in their path. */
export const readInput = (list: FileList): DroppedFile[] =>
  Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** Browsers give the entries of a folder in portions, the last of which is empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    for (const entry of some) all.push(entry);
  }
}
