import { type CountGrid, decodeCountGrid } from '@overlook/shared/points';

/** Most bytes of the cached grids; the largest possible grid has 109 MB. */
const BYTES_MOST = 128 * 1024 * 1024;
/** Grids that were not requested for this long are dropped. */
const KEPT_MS = 5 * 60_000;

/** Count grids of clouds, decoded once for the estimates that follow each other. */
export type CountGrids = ReturnType<typeof createCountGrids>;

export function createCountGrids({ bytesMost = BYTES_MOST, keptMs = KEPT_MS } = {}) {
  /**
   * By key, the most recently used at the end. The store of a cloud never changes, and so its grid does not either.
   */
  const kept = new Map<string, { readonly grid: Promise<CountGrid>; bytes: number }>();
  let idle: NodeJS.Timeout | undefined;

  function letGo(): void {
    let sum = [...kept.values()].reduce((all, { bytes }) => all + bytes, 0);
    for (const [path, { bytes }] of kept) {
      if (sum <= bytesMost) return;
      kept.delete(path);
      sum -= bytes;
    }
  }

  function load(key: string, read: () => Promise<Buffer>): Promise<CountGrid> {
    const entry = { grid: read().then(decodeCountGrid), bytes: 0 };
    kept.set(key, entry);
    entry.grid.then(
      (grid) => {
        entry.bytes = bytesOf(grid);
        letGo();
        return grid;
      },
      () => kept.delete(key),
    );
    return entry.grid;
  }

  return {
    /** The grid of a cloud, by a key of it. Throws what `read` throws, and what `decodeCountGrid` throws. */
    async of(key: string, read: () => Promise<Buffer>): Promise<CountGrid> {
      clearTimeout(idle);
      idle = setTimeout(() => kept.clear(), keptMs).unref();
      const entry = kept.get(key);
      if (!entry) return load(key, read);
      kept.delete(key);
      kept.set(key, entry);
      return entry.grid;
    },
  };
}

const bytesOf = ({ x, y, z, counts }: CountGrid): number =>
  [x, y, z, ...counts].reduce((sum, { byteLength }) => sum + byteLength, 0);
