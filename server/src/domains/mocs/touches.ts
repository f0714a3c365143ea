import type { TouchedId } from './compare-objects.ts';

/** Objects that areas hold or cut, as columns in the order of the tree: a thread hands them over without a copy. */
export interface Touches {
  readonly ids: Int32Array<ArrayBuffer>;
  /** 1 where the object lies wholly in one of the areas. */
  readonly isInside: Uint8Array<ArrayBuffer>;
}

/** Gathers objects, each of which may be touched by several areas. */
export function gatherTouches(): { add(touched: TouchedId): void; columns(): Touches } {
  const insideById = new Map<number, boolean>();
  return {
    add([id, isInside]) {
      insideById.set(id, isInside || insideById.get(id) === true);
    },
    columns() {
      const ids = Int32Array.from(insideById.keys()).sort();
      return { ids, isInside: Uint8Array.from(ids, (id) => Number(insideById.get(id))) };
    },
  };
}

/** The first `most` of them. */
export const firstTouches = ({ ids, isInside }: Touches, most: number): Touches => ({
  ids: ids.subarray(0, most),
  isInside: isInside.subarray(0, most),
});
