import type { TreeShape } from './tree-shape.ts';

/** A name as a segment of a path: `/` separates segments, `%` marks what is escaped and the nth sibling of one name. */
export const segmentOf = (name: string, nth: number): string =>
  `${name.replaceAll('%', '%25').replaceAll('/', '%2F')}${nth > 1 ? `%#${nth}` : ''}`;

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
