/** Caches in memory, as far as the service worker uses them. Addresses are paths. */
export class MemoryCaches {
  readonly all = new Map<string, Map<string, Response>>();
  /** Storage is refused, as in some private windows. */
  isRefused = false;
  /** No more room. */
  isFull = false;

  readonly asStorage = this as unknown as CacheStorage; // Only what is used is there.

  async open(name: string) {
    if (this.isRefused) throw new DOMException('The operation is insecure.', 'SecurityError');
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      put: async (path: string, answer: Response) => {
        if (this.isFull) throw new DOMException('There is no room.', 'QuotaExceededError');
        entries.set(path, answer);
      },
      delete: async (path: string | Request) => entries.delete(typeof path === 'string' ? path : pathOf(path)),
      keys: async () => [...entries.keys()].map((path) => new Request(`https://overlook.example${path}`)),
    };
  }

  async keys(): Promise<string[]> {
    if (this.isRefused) throw new DOMException('The operation is insecure.', 'SecurityError');
    return [...this.all.keys()];
  }

  async has(name: string): Promise<boolean> {
    return this.all.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }

  /** The kept paths, without the list. */
  paths(): string[] {
    return [...this.all.values()].flatMap((entries) => [...entries.keys()]).filter((path) => !path.startsWith('/.'));
  }
}

const pathOf = ({ url }: Request): string => new URL(url).pathname;
