/** The entry of a store for an answer: its size, and when it was last used (`Date.now()`). */
interface Entry {
  bytes: number;
  usedAtMs: number;
}

/** The address of a store's list among its answers; no file has this address. */
const LIST = '/.kept-files';

/** Uses are recorded at most this often; only the order of removal becomes less exact by that. */
const WRITE_EVERY_MS = 2000;

/**
 * Answers by address in a cache of the browser, at most `capBytes` of them: those used longest ago go first. Nothing here
 * rejects: where the browser refuses storage, there is nothing, and nothing is kept.
 */
export class ByteStore {
  private entries: Promise<Map<string, Entry>> | null = null;
  private isRemoved = false;
  private writtenAtMs = 0;

  constructor(
    private readonly caches: CacheStorage,
    private readonly name: string,
    private readonly capBytes: number,
  ) {}

  async match(path: string): Promise<Response | null> {
    try {
      const hit = await (await this.caches.open(this.name)).match(path, { ignoreVary: true });
      return hit ?? null;
    } catch {
      return null;
    }
  }

  /** Notes that an answer was used. */
  async touch(path: string): Promise<void> {
    const entry = (await this.list()).get(path);
    if (!entry) return;
    entry.usedAtMs = Date.now();
    if (Date.now() - this.writtenAtMs > WRITE_EVERY_MS) await this.write();
  }

  /** Stores a complete answer, unless the store is removed meanwhile. The answer is consumed. */
  async put(path: string, answer: Response): Promise<void> {
    try {
      const body = await answer.arrayBuffer();
      const list = await this.list();
      if (this.isRemoved || body.byteLength > this.capBytes) return;
      this.makeRoom(list, body.byteLength);
      const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' };
      const cache = await this.caches.open(this.name);
      await cache.put(path, new Response(body, { headers }));
      list.set(path, { bytes: body.byteLength, usedAtMs: Date.now() });
      await this.write();
    } catch {
      // The browser gives no more room, the answer broke off, or storage is refused.
    }
    if (this.isRemoved) await this.remove();
  }

  /** Drops the answers whose address is not wanted any more. */
  async retain(isWanted: (path: string) => boolean): Promise<void> {
    const list = await this.list();
    const gone = [...list.keys()].filter((path) => !isWanted(path));
    if (gone.length === 0) return;
    await this.drop(list, gone);
    await this.write();
  }

  async bytes(): Promise<number> {
    return totalOf(await this.list());
  }

  /** Deletes everything; answers that are still being written are not kept either. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    await this.caches.delete(this.name).catch(() => false);
  }

  private makeRoom(list: Map<string, Entry>, bytes: number): void {
    let total = totalOf(list) + bytes;
    if (total <= this.capBytes) return;
    const oldest = [...list].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    const gone: string[] = [];
    for (const [path, entry] of oldest) {
      if (total <= this.capBytes) break;
      total -= entry.bytes;
      gone.push(path);
    }
    void this.drop(list, gone);
  }

  private async drop(list: Map<string, Entry>, paths: readonly string[]): Promise<void> {
    for (const path of paths) list.delete(path);
    try {
      const cache = await this.caches.open(this.name);
      await Promise.all(paths.map((path) => cache.delete(path, { ignoreVary: true })));
    } catch {
      // Gone already.
    }
  }

  private list(): Promise<Map<string, Entry>> {
    this.entries ??= this.read();
    return this.entries;
  }

  /** The last written list. Later answers are dropped, because their sizes are unknown. */
  private async read(): Promise<Map<string, Entry>> {
    try {
      const cache = await this.caches.open(this.name);
      const written = (await (await cache.match(LIST))?.json()) as Record<string, Entry> | undefined;
      const list = new Map(Object.entries(written ?? {}));
      const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      there.delete(LIST);
      for (const path of list.keys()) if (!there.has(path)) list.delete(path);
      await Promise.all([...there].filter((path) => !list.has(path)).map((path) => cache.delete(path)));
      return list;
    } catch {
      return new Map();
    }
  }

  private async write(): Promise<void> {
    if (this.isRemoved) return;
    this.writtenAtMs = Date.now();
    try {
      const cache = await this.caches.open(this.name);
      await cache.put(LIST, new Response(JSON.stringify(Object.fromEntries(await this.list()))));
    } catch {
      // As for `put`.
    }
  }
}

const totalOf = (list: ReadonlyMap<string, Entry>): number =>
  [...list.values()].reduce((sum, { bytes }) => sum + bytes, 0);
