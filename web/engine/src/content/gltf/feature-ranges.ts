import { toFeatureIds } from '../accessors.ts';
import { NO_FEATURE } from '../content.ts';
import type { Attribute } from '../points/scan-values.ts';

/** One feature-id set as the extensions name it: which table its ids count in, and which id means "none". */
export interface FeatureSet {
  propertyTable: number | null;
  nullFeatureId: number | null;
}

/**
 * Makes ids of several property tables unique within a content: the tables' rows follow each other in the order of the
 * file, ids that belong to no table come last. Most contents have one range, and their ids are used unchanged, without
 * a copy.
 */
export class FeatureRanges {
  readonly #bases: number[] = [];
  readonly #tableRows: number;
  #looseCount = 0;
  readonly #claimed = new Map<Attribute, Map<string, Attribute>>();

  /** `tableCounts`: rows of each property table. */
  constructor(tableCounts: readonly number[]) {
    let rows = 0;
    for (const count of tableCounts) {
      this.#bases.push(rows);
      rows += count;
    }
    this.#tableRows = rows;
  }

  /** Ids in use: all rows of all tables, then the loose ones seen so far. */
  get featureCount(): number {
    return this.#tableRows + this.#looseCount;
  }

  /** The ids of `set` as ids of the content; asking twice gives the same, so that primitives share what they share. */
  claim(ids: Attribute, set: FeatureSet): Attribute {
    const known = this.#claimed.get(ids) ?? new Map<string, Attribute>();
    this.#claimed.set(ids, known);
    const key = `${set.propertyTable},${set.nullFeatureId}`;
    const claimed = known.get(key) ?? this.#renumbered(ids, set);
    known.set(key, claimed);
    return claimed;
  }

  #renumbered(ids: Attribute, set: FeatureSet): Attribute {
    const { propertyTable, nullFeatureId } = set;
    const inTable = propertyTable === null ? undefined : this.#bases[propertyTable];
    const base = inTable ?? this.#tableRows;
    const { value } = toFeatureIds(ids.value);
    if (inTable === undefined) {
      for (const id of value) if (id >= this.#looseCount && id !== nullFeatureId) this.#looseCount = id + 1;
    }
    if (base === 0 && nullFeatureId === null) return { value, size: 1, normalized: false };
    const moved = new Uint32Array(value.length);
    for (let i = 0; i < moved.length; i++) moved[i] = value[i] === nullFeatureId ? NO_FEATURE : base + value[i]!;
    return { value: moved, size: 1, normalized: false };
  }
}

/** Ids 0…count−1: the meaning of a set without an attribute (EXT_mesh_features, "implicit vertex attribute"). */
export function countingIds(count: number): Attribute {
  const value = new (count < 65536 ? Uint16Array : Uint32Array)(count);
  for (let i = 0; i < count; i++) value[i] = i;
  return { value, size: 1, normalized: false };
}
