import type { ObjectStore } from './object-store.ts';

/** Objects whose rows are looked up at once. */
const AT_ONCE = 1000;

interface Sweep {
  readonly objects: ObjectStore;
  /** Of the keys; names are what follows it. */
  readonly prefix: string;
  /** Unix milliseconds; younger objects are kept, because their rows may be on their way. */
  readonly beforeMs: number;
}

/** Of these names those that something names. */
type Named = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/** The objects below a prefix that `named` does not return, by what follows the prefix. */
export async function* unnamedObjects({ objects, prefix, beforeMs }: Sweep, named: Named): AsyncGenerator<string> {
  let old: string[] = [];
  async function* unnamed(): AsyncGenerator<string> {
    // This is read after the objects were listed, so it includes those that were named meanwhile.
    const kept = await named(old);
    for (const name of old) if (!kept.has(name)) yield name;
    old = [];
  }
  for await (const { key, modifiedAt } of objects.list(prefix)) {
    if (modifiedAt.getTime() >= beforeMs) continue;
    old.push(key.slice(prefix.length));
    if (old.length === AT_ONCE) yield* unnamed();
  }
  if (old.length > 0) yield* unnamed();
}

/** Removes the objects below a prefix that `named` does not return. Returns how many. */
export async function sweepUnnamed(sweep: Sweep, named: Named): Promise<number> {
  let removed = 0;
  for await (const name of unnamedObjects(sweep, named)) {
    await sweep.objects.delete(sweep.prefix + name);
    removed++;
  }
  return removed;
}
