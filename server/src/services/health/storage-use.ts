import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { withTimeout } from '../with-timeout.ts';

/** Number and size of the files of this installation. */
export interface StorageUse {
  readonly bytes: number;
  readonly files: number;
  /** Bytes of each site's models, by its folder. */
  readonly bytesBySlug: ReadonlyMap<string, number>;
  readonly countedAt: Date;
}

/** Counts the stored files in the background, and not again while the last count is fresh. */
export interface StorageCounter {
  /**
   * The last count, waited for at most `waitMs`; null where the first is not finished. `isCounting`: a newer count is
   * running.
   */
  use(waitMs: number): Promise<{ use: StorageUse | null; isCounting: boolean }>;
  /** Stops a running count. Safe to call twice. */
  stop(): void;
}

/** A count is fresh this long, and longer where counting itself takes long: it may use a twentieth of the time. */
const FRESH_MS = 60_000;
const REST_FACTOR = 20;
/** Files read at the same time; the limit leaves the disk free for other work. */
const AT_ONCE = 16;

interface Tally {
  /** Files with several names that were counted: device and inode. */
  readonly linked: Set<string>;
  bytes: number;
  files: number;
  readonly bytesBySlug: Map<string, number>;
}

/** An object that is not in the folder of files. */
export interface CountedObject {
  /** Its path, with `/`. */
  readonly key: string;
  readonly sizeBytes: number;
}

/** The slug of a path `models/<slug>/…` or `packed/models/<slug>/…` below the files folder; null for other paths. */
const slugOf = (relative: string): string | null => {
  const [first, slug, rest] = relative.replace(/^packed[/\\]/, '').split(/[/\\]/, 3);
  return first === 'models' && slug !== undefined && rest !== undefined ? slug : null;
};

/** Bytes of a file; 0 of one that was counted under another name. */
function ownBytes({ linked }: Tally, { nlink, dev, ino, size }: Stats): number {
  if (nlink === 1) return size;
  const key = `${dev} ${ino}`;
  if (linked.has(key)) return 0;
  linked.add(key);
  return size;
}

function addFile(tally: Tally, path: string, bytes: number): void {
  tally.bytes += bytes;
  tally.files += 1;
  const slug = slugOf(path);
  if (slug !== null) tally.bytesBySlug.set(slug, (tally.bytesBySlug.get(slug) ?? 0) + bytes);
}

async function addFiles(tally: Tally, root: string, relatives: readonly string[]): Promise<void> {
  for (let start = 0; start < relatives.length; start += AT_ONCE) {
    const some = relatives.slice(start, start + AT_ONCE);
    // A file that was removed since the folder was read uses no space.
    const sizes = await Promise.all(
      some.map((relative) =>
        lstat(join(root, relative)).then(
          (file) => ownBytes(tally, file),
          () => 0,
        ),
      ),
    );
    some.forEach((relative, i) => addFile(tally, relative, sizes[i]!));
  }
}

/** Adds up everything below `root`; links are counted, not followed. Stops early once `isStopped`. */
async function count(root: string, isStopped: () => boolean): Promise<Tally> {
  const tally: Tally = { linked: new Set(), bytes: 0, files: 0, bytesBySlug: new Map() };
  const waiting = [''];
  while (waiting.length > 0 && !isStopped()) {
    const folder = waiting.pop()!;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const paths = entries.map((entry) => ({ relative: join(folder, entry.name), isFolder: entry.isDirectory() }));
    for (const { isFolder, relative } of paths) if (isFolder) waiting.push(relative);
    const files = paths.filter(({ isFolder }) => !isFolder).map(({ relative }) => relative);
    await addFiles(tally, root, files);
  }
  return tally;
}

async function* nothing(): AsyncGenerator<CountedObject> {}

/** Counts what is below `filesDir`, and what `elsewhere` lists. */
export function createStorageCounter(
  filesDir: string,
  clock: Clock,
  elsewhere: () => AsyncIterable<CountedObject> = nothing,
): StorageCounter {
  let last: StorageUse | null = null;
  let freshUntilMs = 0;
  let counting: Promise<void> | null = null;
  let isStopped = false;

  async function countAnew(): Promise<void> {
    const startMs = performance.now();
    const tally = await count(filesDir, () => isStopped);
    for await (const { key, sizeBytes } of elsewhere()) {
      if (isStopped) return;
      addFile(tally, key, sizeBytes);
    }
    if (isStopped) return;
    const tookMs = performance.now() - startMs;
    const countedAt = clock.now();
    freshUntilMs = countedAt.getTime() + Math.max(FRESH_MS, REST_FACTOR * tookMs);
    const { bytes, files, bytesBySlug } = tally;
    last = { bytes, files, bytesBySlug, countedAt };
  }

  return {
    async use(waitMs) {
      if (!isStopped && clock.now().getTime() >= freshUntilMs)
        counting ??= countAnew().finally(() => {
          counting = null;
        });
      // After the time limit the last count is returned.
      if (counting) await withTimeout(counting, waitMs).catch(() => null);
      return { use: last, isCounting: counting !== null };
    },
    stop() {
      isStopped = true;
    },
  };
}
