interface Entry<T> {
  readonly value: Promise<T>;
  bytes: number;
}

/** A cache of values with sizes, in which the least recently used ones make room; simultaneous requests for one key share a load. */
export function createSizedCache<T extends { readonly bytes: number }>(bytesMost: number) {
  // The last used ones at the end.
  const known = new Map<string, Entry<T>>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  };
  async function keep(key: string, entry: Entry<T>): Promise<void> {
    const value = await entry.value.catch(() => null);
    if (known.get(key) !== entry) return;
    if (value === null) return forget(key);
    entry.bytes = value.bytes;
    bytes += value.bytes;
    for (const oldest of known.keys()) {
      if (bytes <= bytesMost || oldest === key) break;
      forget(oldest);
    }
  }
  return {
    /** The cached value of `key`, or that of `load`. A failed load is not cached. */
    get(key: string, load: () => Promise<T>): Promise<T> {
      const before = known.get(key);
      const entry = before ?? { value: load(), bytes: 0 };
      known.delete(key);
      known.set(key, entry);
      if (before) return entry.value;
      void keep(key, entry);
      return entry.value;
    },
  };
}
