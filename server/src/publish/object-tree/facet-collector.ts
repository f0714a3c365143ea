import { CAD_FACET_VALUES_LARGEST } from '@overlook/shared/config';
import type { Properties } from './property-file.ts';
import type { TreeShape } from './tree-shape.ts';

/** Feature ids as pairs from–to, both included, ascending: flat. `ids` is sorted in place. */
function featureRanges(ids: Int32Array): number[] {
  ids.sort();
  const ranges: number[] = [];
  for (let i = 0; i < ids.length;) {
    let end = i;
    while (end + 1 < ids.length && ids[end + 1] === ids[end]! + 1) end++;
    ranges.push(ids[i]!, ids[end]!);
    i = end + 1;
  }
  return ranges;
}

/** Properties that are watched at the same time: each needs one byte for each item. */
const MOST_PROPERTIES = 128;
/** Properties that are known at all, those with too many values among them. */
const MOST_KNOWN = 20_000;
/** A longer text is not a common value of things. */
const LONGEST_VALUE = 200;

/** A value and the features that have it. */
export interface Facet {
  tab: string;
  property: string;
  propertyIndex: number;
  value: string;
  valueIndex: number;
  featureCount: number;
  /** Pairs from–to, both included. */
  ranges: number[];
}

interface Watched {
  tab: string;
  property: string;
  values: Map<string, number>;
  /** By position in the tree: number of the value, from 1; 0 where the item does not say. */
  codes: Uint8Array;
}

/** The number of features that have a property. */
const coverage = (facets: readonly { featureCount: number }[]): number =>
  facets.reduce((sum, { featureCount }) => sum + featureCount, 0);

/** Finds the properties with few different values while the items of a tree go by. */
export class FacetCollector {
  readonly #shape: TreeShape;
  /** Null: too many values, or values too long. */
  readonly #watched = new Map<string, Watched | null>();
  #watchedCount = 0;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  /** Records the properties of item `i`. */
  add(i: number, metadata: Properties): void {
    const position = this.#shape.position[i]!;
    for (const [tab, properties] of Object.entries(metadata))
      for (const [property, value] of Object.entries(properties)) {
        if (value === '') continue;
        const watched = this.#watch(tab, property);
        if (!watched) continue;
        const code = watched.values.get(value) ?? watched.values.size + 1;
        if (code > CAD_FACET_VALUES_LARGEST || value.length > LONGEST_VALUE) this.#drop(watched);
        else {
          watched.values.set(value, code);
          watched.codes[position] = code;
        }
      }
  }

  /**
   * The facets: properties of most features first, each with its most frequent values. A group's value applies to its
   * descendants without another value.
   */
  finish(): Facet[] {
    const { count, parent, position, feature } = this.#shape;
    const byPosition = new Int32Array(count);
    for (let i = 0; i < count; i++) byPosition[position[i]!] = i;
    const properties: Omit<Facet, 'propertyIndex'>[][] = [];
    for (const watched of this.#watched.values()) {
      if (!watched) continue;
      const { tab, property, codes, values } = watched;
      const found = Array.from(values.keys(), (value) => ({ value, ids: [] as number[] }));
      for (let k = 0; k < count; k++) {
        const i = byPosition[k]!;
        if (codes[k] === 0 && parent[i]! >= 0) codes[k] = codes[position[parent[i]!]!]!;
        if (codes[k]! > 0 && feature[i]! >= 0) found[codes[k]! - 1]!.ids.push(feature[i]!);
      }
      const shown = found.filter(({ ids }) => ids.length > 0).sort((a, b) => b.ids.length - a.ids.length);
      if (shown.length === 0) continue;
      properties.push(
        shown.map(({ value, ids }, valueIndex) => {
          const ranges = featureRanges(Int32Array.from(ids));
          return { tab, property, value, valueIndex, featureCount: ids.length, ranges };
        }),
      );
    }
    return properties
      .sort((a, b) => coverage(b) - coverage(a))
      .flatMap((facets, propertyIndex) => facets.map((facet) => ({ ...facet, propertyIndex })));
  }

  #watch(tab: string, property: string): Watched | null {
    const key = `${tab}\n${property}`;
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    if (this.#watchedCount >= MOST_PROPERTIES || this.#watched.size >= MOST_KNOWN) return null;
    if (key.length > 2 * LONGEST_VALUE) return null;
    this.#watchedCount++;
    const watched = { tab, property, values: new Map<string, number>(), codes: new Uint8Array(this.#shape.count) };
    this.#watched.set(key, watched);
    return watched;
  }

  #drop({ tab, property }: Watched): void {
    this.#watched.set(`${tab}\n${property}`, null);
    this.#watchedCount--;
  }
}
