/** The entry of a store for an answer: its size, and when it was last used (`Date.now()`). */
interface Entry {
  bytes: number;
  usedAtMs: number;
}

interface WaitingAnswer {
  readonly body: ArrayBuffer;
  /** Its content type. */
  readonly type: string;
}

const answerOf = ({ body, type }: WaitingAnswer): Response => new Response(body, { headers: { 'content-type': type } });

/** The address of a store's list among its answers; no file has this address. */
const LIST = '/.kept-files';

/**
 * Answers are stored when none has come for the first time, at the latest after the second: storing takes processor time from a page
 * that waits for its first picture.
 */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

/**
 * Answers by address in a cache of the browser, at most `capBytes` of them: those used longest ago go first. Nothing here
 * rejects: where the browser refuses storage, there is nothing, and nothing is kept.
 */
export class ByteStore {
  private entries: Promise<Map<string, Entry>> | null = null;
  private isRemoved = false;
  /** Answers that are not stored yet. */
  private readonly waiting = new Map<string, WaitingAnswer>();
  /** When an answer was used, since the list was written. */
  private readonly used = new Map<string, number>();
  private newestAtMs = 0;
  private storing: Promise<void> | null = null;

  /** `pauseMs`: see {@link PAUSE_MS}. */
  constructor(
    private readonly caches: CacheStorage,
    private readonly name: string,
    private readonly capBytes: number,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  async match(path: string): Promise<Response | null> {
    const waiting = this.waiting.get(path);
    if (waiting) return answerOf(waiting);
    try {
      const hit = await (await this.caches.open(this.name)).match(path, { ignoreVary: true });
      return hit ?? null;
    } catch {
      return null;
    }
  }

  /** Notes that an answer was used. Resolves when that is written. */
  touch(path: string): Promise<void> {
    this.used.set(path, Date.now());
    return this.storeLater();
  }

  /**
   * Stores a complete answer, which is consumed, unless the store is removed meanwhile. Resolves when it is stored; it is
   * matched before that.
   */
  async put(path: string, answer: Response): Promise<void> {
    try {
      const body = await answer.arrayBuffer();
      if (this.isRemoved || body.byteLength > this.capBytes) return;
      this.waiting.set(path, { body, type: answer.headers.get('content-type') ?? 'application/octet-stream' });
    } catch {
      // The answer broke off.
      return;
    }
    await this.storeLater();
  }

  /** Deletes the responses whose URL is not needed any more. */
  async retain(isWanted: (path: string) => boolean): Promise<void> {
    for (const path of this.waiting.keys()) if (!isWanted(path)) this.waiting.delete(path);
    const list = await this.list();
    const gone = [...list.keys()].filter((path) => !isWanted(path));
    if (gone.length === 0 || this.isRemoved) return;
    await this.drop(list, gone);
    await this.write();
  }

  async bytes(): Promise<number> {
    const waiting = [...this.waiting.values()].reduce((sum, { body }) => sum + body.byteLength, 0);
    return waiting + totalOf(await this.list());
  }

  /** Deletes everything; answers that are still being written are not kept either. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    this.waiting.clear();
    await this.caches.delete(this.name).catch(() => false);
  }

  private storeLater(): Promise<void> {
    this.newestAtMs = Date.now();
    this.storing ??= this.store();
    return this.storing;
  }

  private async store(): Promise<void> {
    await this.pause();
    const list = await this.list();
    while (this.waiting.size > 0 && !this.isRemoved) {
      const [path, answer] = this.waiting.entries().next().value!;
      await this.storeOne(list, path, answer);
      this.waiting.delete(path);
    }
    for (const [path, atMs] of this.used) {
      const entry = list.get(path);
      if (entry) entry.usedAtMs = atMs;
    }
    this.used.clear();
    this.storing = null;
    await this.write();
    if (this.isRemoved) await this.remove();
  }

  private async pause(): Promise<void> {
    const startMs = Date.now();
    let seenMs: number;
    do {
      seenMs = this.newestAtMs;
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    } while (seenMs !== this.newestAtMs && Date.now() - startMs < LONGEST_PAUSE_MS);
  }

  private async storeOne(list: Map<string, Entry>, path: string, answer: WaitingAnswer): Promise<void> {
    const bytes = answer.body.byteLength;
    try {
      this.makeRoom(list, bytes);
      const cache = await this.caches.open(this.name);
      await cache.put(path, answerOf(answer));
      list.set(path, { bytes, usedAtMs: Date.now() });
    } catch {
      // The quota of the browser is used up, or storage is not allowed.
    }
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
    try {
      const cache = await this.caches.open(this.name);
      await cache.put(LIST, new Response(JSON.stringify(Object.fromEntries(await this.list()))));
    } catch {
      // As in `storeOne`.
    }
  }
}

const totalOf = (list: ReadonlyMap<string, Entry>): number =>
  [...list.values()].reduce((sum, { bytes }) => sum + bytes, 0);
