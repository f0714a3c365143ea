import type { Db } from '@overlook/db';
import type { Touches } from './touches.ts';

/** What areas touch, that a process keeps; the least recently asked is dropped first. */
const KEPT_MOST = 32;
/** Objects in all of them together. */
const OBJECTS_MOST = 500_000;

const remembered = new WeakMap<Db, Map<string, Touches>>();

/** The touches of a key, which names a state of the data: they are compared when they are not kept. */
export async function rememberedTouches(db: Db, key: string, compare: () => Promise<Touches>): Promise<Touches> {
  const kept = remembered.get(db) ?? new Map<string, Touches>();
  remembered.set(db, kept);
  const touches = kept.get(key) ?? (await compare());
  kept.delete(key);
  kept.set(key, touches);
  let objects = [...kept.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  for (const [oldest, { ids }] of kept) {
    if (kept.size <= KEPT_MOST && objects <= OBJECTS_MOST) break;
    kept.delete(oldest);
    objects -= ids.length;
  }
  return touches;
}
