import { segmentOf, type TreeShape } from './tree-shape.ts';

/** Paths of the items of one tree; those of groups are kept. */
export class ItemPaths {
  readonly #ofGroups = new Map<number, string>();

  constructor(readonly shape: Pick<TreeShape, 'parent' | 'groupNames' | 'nthOfName'>) {}

  /** The path of item `i`, whose name is `name`. */
  of(i: number, name: string): string {
    const above = this.shape.parent[i]!;
    const segment = segmentOf(name, this.shape.nthOfName[i]!);
    return above < 0 ? segment : `${this.#ofGroup(above)}/${segment}`;
  }

  #ofGroup(i: number): string {
    const known = this.#ofGroups.get(i);
    if (known !== undefined) return known;
    const path = this.of(i, this.shape.groupNames.get(i)!);
    this.#ofGroups.set(i, path);
    return path;
  }
}
